import { z } from 'zod';
import { errorBody } from './api/error-body.ts';

/** The log of a workspace's requests: what it keeps, and its limits. Source: docs/dashboard.md. */

/** Each kind has room of its own, so that many requests of one kind do not push out the others. */
export const REQUEST_KINDS = ['failed', 'limited', 'changed', 'read'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The newest requests of each kind. */
export const MAX_LOGGED_REQUESTS = 1_000;

export const REQUESTS_KEPT_MS = 3 * 24 * 60 * 60 * 1_000;

/** A flood writes no more rows than these: further requests of the minute are counted, but not listed. */
export const LOGGED_PER_MINUTE: Readonly<Record<RequestKind, number>> = {
  failed: 120,
  limited: 1,
  changed: 120,
  read: 60,
};

/** The places of problems that a row keeps. */
export const MAX_LOGGED_DETAILS = 20;

const id = z.string().nullable();

/** One request. A field that it does not have is null. */
export const loggedRequest = z.object({
  requestId: z.string(),
  at: z.iso.datetime(),
  durationMs: z.int(),
  method: z.string(),
  /** The pattern of the route: the address of a file is secret. */
  route: z.string(),
  status: z.int(),
  code: z.string().nullable(),
  keyId: id,
  /** Only the failed requests of the dashboard are in the log. */
  personId: id,
  templateId: id,
  fileId: id,
  jobId: id,
  batchId: id,
  /** The code of the error that the client got, and the places of its problems. The code can be one of the dashboard. */
  error: errorBody.shape.error.extend({ code: z.string() }).nullable(),
});
export type LoggedRequest = z.infer<typeof loggedRequest>;

export type LoggedError = NonNullable<LoggedRequest['error']>;

export function kindOfRequest({
  status,
  code,
  method,
}: Pick<LoggedRequest, 'status' | 'code' | 'method'>): RequestKind {
  if (code === 'RATE_LIMIT_EXCEEDED') return 'limited';
  if (status >= 400) return 'failed';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'changed';
}

export const REQUEST_OUTCOMES = ['succeeded', 'failed'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

export const KINDS_OF_OUTCOME: Readonly<Record<RequestOutcome, readonly RequestKind[]>> = {
  succeeded: ['changed', 'read'],
  failed: ['failed', 'limited'],
};
