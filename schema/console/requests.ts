import { z } from 'zod';
import { answerOf, pageOf, pageQuery } from '../api/paging.ts';
import { loggedRequest, REQUEST_OUTCOMES } from '../request-log.ts';
import { text } from '../text.ts';

export const requestQuery = pageQuery.extend({
  outcome: z.enum(REQUEST_OUTCOMES).optional(),
  /** A part of an id, the route, the status, the code or the message. */
  search: text(100).trim().optional(),
});
export type RequestQuery = z.infer<typeof requestQuery>;

/** Newest first. */
export const loggedRequestPage = pageOf(loggedRequest);
export const loggedRequestAnswer = answerOf(loggedRequest);
export const clearedRequestsAnswer = answerOf(z.object({ cleared: z.literal(true) }));
