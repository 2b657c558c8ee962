import type { AppContext } from './context.ts';

export const answer = <Data>(c: AppContext, data: Data) => ({
  success: true as const,
  requestId: c.get('requestId'),
  data,
});

export const answerPage = <Item>(c: AppContext, data: Item[], nextCursor: string | null) => ({
  ...answer(c, data),
  nextCursor,
});
