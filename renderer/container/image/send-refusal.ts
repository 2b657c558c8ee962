import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { REFUSAL_STATUS, type Refusal } from '../protocol.ts';
import { toRefusal } from '../refusals.ts';
import { RequestNotPending, sendJson } from './request-handlers.ts';

const RETRY_AFTER_SECONDS = 1;

/** A request that is refused before it is read may send this much of its body. */
const MAX_DISCARDED_BYTES = 4_000_000;

/** Returns the kind of the refusal. */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, error: unknown): string {
  const refusal = refusalOf(error);
  if (response.headersSent) {
    // Once the PDF has started, only a closed connection shows that it is incomplete.
    response.destroy();
    return refusal.kind;
  }
  sendJson(response, REFUSAL_STATUS[refusal.kind], refusal, {
    ...(refusal.kind === 'busy' ? { 'Retry-After': RETRY_AFTER_SECONDS } : {}),
    ...(isDiscarded(request) ? {} : { Connection: 'close' }),
  });
  return refusal.kind;
}

/**
 * Returns whether Node reads the rest of the body and keeps the connection. A client that is still sending when a connection is closed
 * loses the answer.
 */
function isDiscarded(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  return request.complete || length <= MAX_DISCARDED_BYTES;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RequestNotPending) return { kind: 'unavailable', message: error.message };
  if (error instanceof z.ZodError)
    return { kind: 'failed', message: 'the request does not match this version of the protocol' };
  return toRefusal(error);
}
