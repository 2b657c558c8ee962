import { useEffect, useState } from 'react';
import type { PrintedPreview } from '../api/console-client.ts';
import { RequestError } from '../api/request-error.ts';

/** A preview is requested when the user stops typing for this long. */
const PAUSE_MS = 400;

export interface Preview {
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly warnings: PrintedPreview['warnings'];
  /** Including the network. */
  readonly elapsedMs: number;
  readonly outdated: boolean;
  readonly printing: boolean;
  /** The reason why the current request could not be printed, or null. */
  readonly error: unknown;
  readonly refresh: () => void;
}

interface Outcome<Request> {
  readonly bytes: Preview['bytes'];
  readonly warnings: Preview['warnings'];
  readonly elapsedMs: number;
  readonly error: unknown;
  readonly request: Request | null;
}

/**
 * Prints each new request when the user stops typing. Older requests are cancelled.
 * @param request null if there is nothing to print
 * @param active false while the preview is not visible
 */
export function usePrints<Request>(
  request: Request | null,
  print: (request: Request, signal: AbortSignal) => Promise<PrintedPreview>,
  active: boolean,
): Preview {
  const [outcome, setOutcome] = useState<Outcome<Request>>({
    bytes: null,
    warnings: [],
    elapsedMs: 0,
    error: null,
    request: null,
  });
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (!active || request === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const printNow = async () => {
      const printed = await timed(() => print(request, signal));
      if (!signal.aborted) setOutcome((before) => ({ ...before, ...printed, request }));
    };
    const timer = setTimeout(() => void printNow(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [print, request, active, round]);

  useRetry(outcome.error, () => setRound((before) => before + 1));
  return {
    bytes: outcome.bytes,
    warnings: outcome.warnings,
    elapsedMs: outcome.elapsedMs,
    outdated: outcome.request !== request || outcome.error !== null,
    printing: active && request !== null && outcome.request !== request,
    error: outcome.request === request ? outcome.error : null,
    refresh: () => setRound((before) => before + 1),
  };
}

type Printed = Pick<Preview, 'error'> & Partial<Pick<Preview, 'bytes' | 'warnings' | 'elapsedMs'>>;

async function timed(print: () => Promise<PrintedPreview>): Promise<Printed> {
  const startedAt = performance.now();
  try {
    const printed = await print();
    return { ...printed, elapsedMs: performance.now() - startedAt, error: null };
  } catch (error) {
    return { error };
  }
}

/** Fast typing can exceed the rate limit. Retries when the limit allows it. */
function useRetry(error: unknown, retry: () => void): void {
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : null;
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setTimeout(retry, seconds * 1_000);
    return () => clearTimeout(timer);
    // `retry` is a new function on every render: the error alone decides when.
  }, [error, seconds]);
}
