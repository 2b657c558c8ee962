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
    .meta({ type: 'integer', default: DEFAULT_PAGE_SIZE, description: 'Entries of a page.' }),
  cursor: z.string().optional().meta({ description: 'The `nextCursor` of the page before.' }),
});

export type PageQuery = z.infer<typeof pageQuery>;

export const requestId = z.string().meta({ description: 'Names this request when you ask about it.' });

/** What every answer but an error begins with. */
export const succeeded = {
  success: z.literal(true).meta({ description: 'An error has `error` instead.' }),
  requestId,
};

/** An answer with one thing. */
export const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ ...succeeded, data });

/** An answer with a page of things. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    ...succeeded,
    data: z.array(item).meta({ description: 'The entries of this page.' }),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });
