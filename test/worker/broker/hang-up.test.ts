import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../../../worker/app.ts';
import { buildServices } from '../../../worker/services.ts';
import { migrate, newKey, newWorkspace, postJson } from '../support/service.ts';
import { PLANS } from '../../../schema/plans.ts';

beforeAll(migrate);

const ENDLESS = '<p>x<script>for (;;) {}</script>';

/** Sends a generation. `hangUp` is the client that goes away. */
function send(key: string, htmlContent: string, hangUp: AbortSignal, headers = {}) {
  const init = { ...postJson({ htmlContent }, { 'X-API-Key': key, ...headers }), signal: hangUp };
  const ctx = createExecutionContext();
  const answer = createApp().fetch(new Request('https://platen.test/v1/pdf/generate', init), env, ctx);
  return { answer: Promise.resolve(answer), settled: () => waitOnExecutionContext(ctx) };
}

const print = (key: string, headers = {}) => send(key, '<p>x', new AbortController().signal, headers).answer;

async function tenant() {
  const workspaceId = await newWorkspace();
  const { value: key } = await newKey(workspaceId, { permissions: ['pdf.generate'] });
  const account = () => buildServices(env).ledger(workspaceId).account('growth');
  return { workspaceId, key, account };
}

test('a client that hangs up frees its page, its credit and its idempotency key, and is logged as 499', async () => {
  const { key, account } = await tenant();
  expect((await print(key)).status).toBe(200);
  const log = vi.spyOn(console, 'log');
  const hangUps = Array.from({ length: 3 }, () => new AbortController());
  const prints = hangUps.map(({ signal }, index) =>
    send(key, ENDLESS, signal, { 'Idempotency-Key': `order-${index}` }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const abortedAt = Date.now();
  for (const client of hangUps) client.abort();
  const statuses = await Promise.all(prints.map(async ({ answer }) => (await answer).status));
  expect(statuses).toEqual([499, 499, 499]);
  // Without their clients' signals, the pages would run until the timeout of the plan.
  expect(Date.now() - abortedAt).toBeLessThan(PLANS.starter.timeoutMs / 2);

  const [again] = await Promise.all([print(key, { 'Idempotency-Key': 'order-0' }), prints[0]?.settled()]);
  expect(again.status).toBe(200);
  expect(await account()).toMatchObject({ quotaUsed: 2 });
  const lines = log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"status":499'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.includes('"code":null'))).toBe(true);
});
