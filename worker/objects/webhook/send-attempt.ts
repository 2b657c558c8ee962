import { type TraceContext, traceHeaders } from '../../../schema/trace-context.ts';
import type { AttemptError } from '../../../schema/webhooks.ts';
import { type CredentialVault, DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import type { OutboundFetch } from '../../adapters/stores/outbound-guard.ts';
import { StoreError } from '../../adapters/stores/store-error.ts';
import type { RecordedEvent } from './event.ts';
import { openSecrets } from './open-secrets.ts';
import type { WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { readRetryAfter } from './schedule.ts';
import { sign } from './secret.ts';

export interface AttemptResult {
  /** It is null if there was no answer. */
  readonly status: number | null;
  /** It is null if the receiver accepted the event. */
  readonly error: AttemptError | null;
  readonly retryAfterMs: number | null;
}

export interface Sender {
  /** It is null if the installation has no key for secrets. */
  readonly vault: CredentialVault | null;
  readonly outbound: OutboundFetch;
  readonly now: () => number;
}

interface Attempt {
  readonly webhook: WebhookRecord;
  readonly event: RecordedEvent;
  /** The trace of this attempt. */
  readonly trace: TraceContext;
  readonly timeoutMs: number;
}

/** Never throws. The body of the answer is not read. */
export async function sendAttempt(sender: Sender, attempt: Attempt): Promise<AttemptResult> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), attempt.timeoutMs);
  try {
    const response = await post(sender, attempt, late.signal);
    // A receiver may send a body without end.
    await response.body?.cancel().catch(() => undefined);
    const { ok, status, headers } = response;
    if (ok) return { status, error: null, retryAfterMs: null };
    const retryAfterMs = readRetryAfter(headers.get('Retry-After'), sender.now());
    return { status, error: 'status', retryAfterMs };
  } catch (error) {
    return { ...explain(error), retryAfterMs: null };
  } finally {
    // `AbortSignal.timeout` would keep the desk in memory until its end, long after the answer.
    clearTimeout(timer);
  }
}

async function post(
  { vault, outbound, now }: Sender,
  { webhook, event, trace }: Attempt,
  signal: AbortSignal,
): Promise<Response> {
  const timestamp = Math.floor(now() / 1_000);
  const { id, body } = event;
  const signature = await sign({ id, timestamp, body }, await openSecrets(vault, webhook, now()));
  return outbound(webhook.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Platen-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
      ...traceHeaders(trace),
    },
    body,
    signal,
  });
}

function explain(error: unknown): Pick<AttemptResult, 'status' | 'error'> {
  if (error instanceof DecryptionError) return { status: null, error: 'secret_unreadable' };
  // The outbound guard refuses redirects, with their status, and addresses.
  if (error instanceof StoreError) {
    return { status: error.status, error: error.status === null ? 'address_refused' : 'redirect' };
  }
  const name = error instanceof Error ? error.name : '';
  const isTimeout = name === 'TimeoutError' || name === 'AbortError';
  return { status: null, error: isTimeout ? 'timeout' : 'connection_failed' };
}
