import { withTimeout } from '@platen/print-engine';
import { BODY_LATE } from '../../../schema/api/body-problems.ts';
import { ApiError } from '../../lib/api-error.ts';

/** A body that has arrived in part takes memory, so it must keep this rate, on average (contract 4.3). */
const MIN_BYTES_PER_SECOND = 64_000;

const GRACE_MS = 10_000;

/**
 * The pieces of a body. Only the time in which the service waits for the client counts against the client's rate.
 * @param deadline epoch milliseconds
 * @throws {ApiError} `REQUEST_TIMEOUT` if the body is late
 */
export async function* arriving(
  body: AsyncIterable<Uint8Array>,
  deadline: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = body[Symbol.asyncIterator]();
  let bytes = 0;
  let waitedMs = 0;
  for (;;) {
    const askedAt = Date.now();
    const allowedMs = GRACE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000 - waitedMs;
    const { value, done } = await withTimeout(
      pieces.next(),
      Math.min(allowedMs, deadline - askedAt),
      (): never => {
        throw new ApiError('REQUEST_TIMEOUT', { message: BODY_LATE });
      },
    );
    if (done) return;
    waitedMs += Date.now() - askedAt;
    bytes += value.byteLength;
    yield value;
  }
}
