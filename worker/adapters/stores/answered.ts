import { withTimeout } from '@platen/print-engine';

/** R2 and D1 answer in milliseconds. Without a limit, a call that hangs would hold its request, or an alarm, for minutes. */
export const ANSWER_MS = 30_000;

/** The least speed that bytes are expected to have on their way. */
const BYTES_PER_MS = 1_000;

interface Call {
  /** The name of what is called, for the log. */
  readonly of: string;
  readonly limitMs: number;
  /** The bytes that are sent with the call. */
  readonly bytes?: number;
}

/** The call may still take effect after this error. @throws {Error} no answer in time */
export function answered<Result>({ of, limitMs, bytes = 0 }: Call, work: Promise<Result>): Promise<Result> {
  const ms = limitMs + bytes / BYTES_PER_MS;
  return withTimeout(work, ms, () => {
    throw new Error(`${of} did not answer within ${Math.ceil(ms / 1_000)} s`);
  });
}
