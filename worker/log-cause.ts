import type { ApiError } from './api-error.ts';
import { withoutValues } from './database.ts';

/** For the operator. The client gets only the error. */
export function logCause({ code, cause }: ApiError, requestId: string): void {
  if (cause === undefined) return;
  const failure = withoutValues(cause);
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  console.error(JSON.stringify({ event: 'cause', requestId, code, cause: text }));
}
