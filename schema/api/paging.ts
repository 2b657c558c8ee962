import { z } from 'zod';
import { renderWarning } from './report.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';

/** Source: contract 10.4. */

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;

export const pageQuery = z.object({
  limit: wholeNumber({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .meta({ type: 'integer', default: DEFAULT_PAGE_SIZE, description: 'Number of entries on a page.' }),
  cursor: text(1_000).optional().meta({ description: 'The `nextCursor` of the previous page.' }),
});

export type PageQuery = z.infer<typeof pageQuery>;

export const requestId = z
  .string()
  .meta({ description: 'The id of the request. Include it when you contact support.' });

export const succeeded = {
  success: z.literal(true).meta({ description: 'An error has `error` instead.' }),
  requestId,
  warnings: z.array(renderWarning).readonly().optional().meta({
    description:
      'The fields of the request that the API does not have, and the values of an electronic invoice that its pages do not show. Absent if there are none.',
  }),
};

export const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ ...succeeded, data });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    ...succeeded,
    data: z.array(item).meta({ description: 'The entries of this page.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the next page, or `null` on the last page.' }),
  });
