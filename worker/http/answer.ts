import type { AppContext } from './context.ts';

/** The body of a response with one resource: `c.json(answer(c, data), 200)`. */
export const answer = <Data>(c: AppContext, data: Data) => ({
  success: true as const,
  requestId: c.var.requestId,
  data,
});

/** The body of a response with a page of a list. */
export const answerPage = <Item>(c: AppContext, data: Item[], nextCursor: string | null) => ({
  ...answer(c, data),
  nextCursor,
});
