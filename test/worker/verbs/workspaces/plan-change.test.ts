import { env, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PrintLimits } from '@platen/print-engine';
import { newId } from '../../../../schema/ids.ts';
import { type PlanId, PLANS } from '../../../../schema/plans.ts';
import { fileOf, generate, servicesOf } from '../../support/copying.ts';
import { call, migrate, newKey, newWorkspace, operate } from '../../support/service.ts';

let workspaceId: string;
let key: string;

beforeEach(async () => {
  await migrate();
  workspaceId = await newWorkspace('free');
  ({ value: key } = await newKey(workspaceId));
  // From now on the isolate has the key and its plan in its cache.
  await usage();
});

const usage = async () => {
  const response = await call('/v1/usage', { headers: { 'X-API-Key': key } });
  const { data } = await response.json<{ data: { quotaLimit: number } }>();
  return { perMinute: Number(response.headers.get('X-RateLimit-Limit')), monthly: data.quotaLimit };
};

/** Changes the plan as another isolate does, which cannot empty the cache of this one. */
async function changeElsewhere(plan: PlanId): Promise<void> {
  await env.LEDGER.getByName(workspaceId).adjust({ plan });
  await env.DB.prepare('UPDATE workspaces SET plan = ? WHERE id = ?').bind(plan, workspaceId).run();
}

describe('a plan that was changed in another isolate', () => {
  test.each<PlanId>(['scale', 'starter'])('holds for the next request: %s', async (plan) => {
    await changeElsewhere(plan);
    const { requestsPerMinute, monthlyCredits } = PLANS[plan];
    expect(await usage()).toEqual({ perMinute: requestsPerMinute, monthly: monthlyCredits });
  });

  test('holds for the next refused request', async () => {
    await changeElsewhere('scale');
    const response = await call('/v1/files', { headers: { 'X-API-Key': key } });
    expect([response.status, response.headers.get('X-RateLimit-Limit')]).toEqual([
      403,
      String(PLANS.scale.requestsPerMinute),
    ]);
  });

  test('sets the limits and the retention of the next PDF', async () => {
    await changeElsewhere('scale');
    const limits: PrintLimits[] = [];
    const { renderer } = servicesOf();
    const services = {
      renderer: {
        start: () => Promise.resolve(),
        print: async (job: Parameters<typeof renderer.print>[0], given: PrintLimits) => {
          limits.push(given);
          return renderer.print(job, given);
        },
      },
    };
    const { data } = await generate(key, { services });
    const { maxPdfBytes, timeoutMs, retentionDays } = PLANS.scale;
    expect(limits).toMatchObject([{ maxPdfBytes }]);
    expect((limits[0]?.deadline ?? 0) - Date.now()).toBeGreaterThan(timeoutMs - 10_000);
    const { createdAt, expiresAt } = await fileOf(workspaceId, data.fileId);
    expect(expiresAt - createdAt).toBe(retentionDays * 86_400_000);
  });

  test('moves the deadline of a reservation', async () => {
    await changeElsewhere('scale');
    const stub = env.LEDGER.getByName(workspaceId);
    const deadline = Date.now() + PLANS.free.timeoutMs;
    const reservation = { fileId: newId('file'), environment: 'live' as const, deadline };
    expect(await stub.admit({ keyId: 'key_a', plan: 'free', reservation })).toMatchObject({ plan: 'scale' });
    const alarm = (await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())) ?? 0;
    expect(alarm - deadline).toBeGreaterThanOrEqual(PLANS.scale.timeoutMs - PLANS.free.timeoutMs);
  });
});

test('the operator changes the plan in the ledger too', async () => {
  await operate('PATCH', `/workspaces/${workspaceId}`, { plan: 'growth' });
  const admission = await env.LEDGER.getByName(workspaceId).admit({ keyId: 'key_a', plan: 'free' });
  expect(admission).toMatchObject({ plan: 'growth', rate: { limit: PLANS.growth.requestsPerMinute } });
});
