import type { ApiError } from '../../lib/api-error.ts';
import { withoutValues } from './database.ts';

/** A chain may be a circle. */
const MAX_CAUSES = 5;

/** Logs the cause of an error for the operator. The client gets only the error. */
export function logCause({ code, cause }: ApiError, requestId: string): void {
  if (cause === undefined) return;
  const failure = withoutValues(cause);
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  const causes = [text, ...causesOf(failure)].join('\ncaused by ');
  console.error(JSON.stringify({ event: 'cause', requestId, code, cause: causes }));
}

function causesOf(failure: unknown): string[] {
  const causes: string[] = [];
  for (let at = failure; at instanceof Error && at.cause !== undefined && causes.length < MAX_CAUSES;) {
    at = withoutValues(at.cause);
    causes.push(String(at));
  }
  return causes;
}
