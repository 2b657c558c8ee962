import { traceHeaders } from '../../../schema/trace-context.ts';
import { StoreError } from '../../adapters/stores/store-error.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import { listWebhooks } from '../../verbs/webhooks/get-webhook.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { type Made, toHeaders } from './answer.ts';
import { traceOf } from './enter.ts';
import { wordError } from './errors.ts';
import { BadValue } from './go-values.ts';
import { toTextRecord } from './page-fields.ts';
import { refused } from './refusals.ts';

/** The addresses that a request names for its outcome. */
export interface Hook {
  readonly url: string;
  readonly method: string;
  readonly errorUrl: string | null;
  readonly errorMethod: string;
  readonly eventsUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const METHODS: readonly string[] = ['POST', 'PATCH', 'PUT'];

/** The waits between attempts, in milliseconds. */
const RETRY_MS = [1_000, 3_000] as const;

/** Returns null for a request without a webhook. @throws {ApiError} its host is none of the workspace's webhooks */
export async function readHook(c: AppContext): Promise<Hook | null> {
  const url = c.req.header('Gotenberg-Webhook-Url') ?? '';
  if (url === '') return null;
  const errorUrl = c.req.header('Gotenberg-Webhook-Error-Url') || null;
  const eventsUrl = c.req.header('Gotenberg-Webhook-Events-Url') || null;
  if (errorUrl === null && eventsUrl === null)
    throw refused(
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  const hook = {
    url,
    method: readMethod(c, 'Gotenberg-Webhook-Method'),
    errorUrl,
    errorMethod: readMethod(c, 'Gotenberg-Webhook-Error-Method'),
    eventsUrl,
    headers: readHeaders(c.req.header('Gotenberg-Webhook-Extra-Http-Headers') ?? ''),
  };
  await requireRegistered(
    c,
    [url, errorUrl, eventsUrl].filter((address) => address !== null),
  );
  return hook;
}

function readMethod(c: AppContext, header: string): string {
  const method = (c.req.header(header) || 'POST').toUpperCase();
  if (METHODS.includes(method)) return method;
  throw refused(
    `Invalid '${header}' header value: expected 'POST', 'PATCH' or 'PUT', but got '${method.slice(0, 20)}'`,
  );
}

function readHeaders(text: string): Record<string, string> {
  if (text === '') return {};
  try {
    return Object.fromEntries(new Headers(toTextRecord(JSON.parse(text))));
  } catch (error) {
    if (!(error instanceof BadValue || error instanceof SyntaxError || error instanceof TypeError))
      throw error;
    throw refused(
      "Invalid 'Gotenberg-Webhook-Extra-Http-Headers' header value: an object of headers is expected",
    );
  }
}

/** A key alone does not choose where the files of a workspace go. */
async function requireRegistered(c: AppContext, addresses: readonly string[]): Promise<void> {
  const webhooks = await listWebhooks(requireCtx(c));
  const hosts = new Set(webhooks.map(({ url }) => hostOf(url)));
  const foreign = addresses.find((address) => !hosts.has(hostOf(address)));
  if (foreign === undefined) return;
  throw refused(
    `'${foreign.slice(0, 200)}' has a host to which the workspace sends no webhooks. Create a webhook for the host first.`,
  );
}

const hostOf = (address: string): string | null => URL.parse(address)?.host ?? null;

/** Never throws. @param open is called for each attempt */
export async function sendMade(c: AppContext, hook: Hook, open: () => Promise<Made>): Promise<void> {
  try {
    await attempts(async () => {
      const made = await open();
      const headers = { ...toHeaders(made), ...traceFields(c), ...hook.headers };
      return send(c, hook.url, { method: hook.method, headers: lowered(headers), body: made.body });
    });
  } catch (error) {
    return sendFailure(c, hook, error);
  }
  await sendEvent(c, hook, { event: 'webhook.success' });
}

/** Never throws. */
export async function sendFailure(c: AppContext, hook: Hook, error: unknown): Promise<void> {
  const { status, text: message } = wordError(toApiError(error), c);
  if (hook.errorUrl !== null) {
    const headers = { 'content-type': 'application/json', ...traceFields(c), ...lowered(hook.headers) };
    const init = { method: hook.errorMethod, headers, body: JSON.stringify({ status, message }) };
    const { errorUrl } = hook;
    await attempts(() => send(c, errorUrl, init)).catch(note);
  }
  await sendEvent(c, hook, { event: 'webhook.error', error: { status, message } });
}

async function sendEvent(c: AppContext, { eventsUrl }: Hook, event: object): Promise<void> {
  if (eventsUrl === null) return;
  const body = JSON.stringify({ ...event, correlationId: traceOf(c), timestamp: new Date().toISOString() });
  const headers = { 'content-type': 'application/json', ...traceFields(c) };
  await attempts(() => send(c, eventsUrl, { method: 'POST', headers, body })).catch(note);
}

const traceFields = (c: AppContext): Record<string, string> =>
  lowered({ 'Gotenberg-Trace': traceOf(c), ...traceHeaders(c.get('trace')) });

/** The client's own headers take the place of these. */
const lowered = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function send(c: AppContext, url: string, init: RequestInit): Promise<void> {
  const response = await c.get('services').outbound(url, init);
  await response.body?.cancel();
  const { ok, status } = response;
  if (!ok) throw new StoreError(`The webhook answered ${status}.`, { status, retryable: status >= 500 });
}

async function attempts(work: () => Promise<void>): Promise<void> {
  for (const waitMs of RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError && !error.retryable) throw error;
      await scheduler.wait(waitMs);
    }
  }
  return work();
}

const note = (error: unknown): void =>
  console.error(JSON.stringify({ event: 'gotenberg_webhook_failed', cause: String(error) }));
