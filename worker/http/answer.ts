import type { AppContext } from './context.ts';

/** The body of every answer with one thing: `c.json(answer(c, data), 200)`. */
export const answer = <Data>(c: AppContext, data: Data) => ({
  success: true as const,
  requestId: c.var.requestId,
  data,
});

/** The body of an answer with a page of things. */
export const answerPage = <Item>(c: AppContext, data: Item[], nextCursor: string | null) => ({
  ...answer(c, data),
  nextCursor,
});
