import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arriving } from '../../../../../worker/surfaces/http/arriving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client that sends a piece in each interval. */
async function* client(pieceBytes: number, everyMs: number, pieces: number) {
  for (let sent = 0; sent < pieces; sent += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    yield new Uint8Array(pieceBytes);
  }
}

/** Returns the bytes that arrived, or the code of the error. */
async function receive(body: AsyncIterable<Uint8Array>, timeoutMs: number, pauseMs = 0): Promise<unknown> {
  let bytes = 0;
  try {
    for await (const piece of arriving(body, Date.now() + timeoutMs)) {
      bytes += piece.byteLength;
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return bytes;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each([
  ['at a slow but steady rate arrives', client(100_000, 1_000, 40), 0, 4_000_000],
  ['of one byte a second is late', client(1, 1_000, 100), 0, 'REQUEST_TIMEOUT'],
  ['that stops is late', client(1_000_000, 200_000, 2), 0, 'REQUEST_TIMEOUT'],
  ['is not late because the service pauses it', client(1_000, 10, 10), 5_000, 10_000],
])('a body %s', async (_how, body, pauseMs, outcome) => {
  const received = receive(body, 300_000, pauseMs);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await received).toBe(outcome);
});

test("a body that is later than the plan's timeout is late", async () => {
  const received = receive(client(1_000_000, 1_000, 100), 15_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await received).toBe('REQUEST_TIMEOUT');
});
