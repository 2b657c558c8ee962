import { z } from 'zod';

/** Lists come in pages, each with the cursor of the next one (decision 30). */

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

export const pageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .optional()
    .meta({ type: 'integer', default: DEFAULT_PAGE_SIZE }),
  cursor: z.string().optional().meta({ description: 'The `nextCursor` of the page before.' }),
});

/** An answer with one thing. */
export const answerOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), requestId: z.string(), data });

/** An answer with a page of things. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    success: z.literal(true),
    requestId: z.string(),
    data: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });
