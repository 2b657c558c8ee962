import { expect, test, vi } from 'vitest';
import { ENDLESS, hangUp, HONEST_MS, honestMs, type HungUp } from '../../support/hostile/timed.ts';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';

/** The plan's timeout. */
const FREE_MS = 15_000;

/** A renderer has about 72 places, and a workspace of this plan three eighths of them. */
const FLOOD = 40;

const isBusy = async (answer: Promise<HungUp>): Promise<void> => {
  if ((await answer).status !== 503) throw new Error('not refused');
};

test('30 endless pages of one key delay no other workspace', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create(), Tenant.create({ plan: 'scale-enterprise' })]);
  await honestMs(honest);
  const startedAt = Date.now();
  const endless = Promise.all(Array.from({ length: 30 }, () => hostile.generate(ENDLESS)));
  const delays: number[] = [];
  while (Date.now() - startedAt < FREE_MS - HONEST_MS) delays.push(await honestMs(honest));
  expect(Math.max(...delays)).toBeLessThan(HONEST_MS);
  const statuses = new Set((await endless).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 408 && status !== 503)).toEqual([]);
  expect(await hostile.quotaUsed()).toBe(0);
});

test('a workspace that loses page time again and again prints one at a time, also if it hangs up, and the error says why', async () => {
  const hostile = await Tenant.create({ plan: 'starter' });
  await honestMs(hostile);
  // Three pages at once: at least 30 seconds.
  await Promise.all(Array.from({ length: 4 }, () => hangUp(hostile, ENDLESS, 12_000)));
  const running = hangUp(hostile, ENDLESS, 6_000);
  const refused = await vi.waitFor(
    async () => {
      const answer = await hostile.generate(HELLO);
      expect(answer.status).toBe(503);
      return answer;
    },
    { timeout: 5_000 },
  );
  const { message } = expectRefusal(refused, 'PRINTS_LIMITED');
  expect(message).toMatch(/ran into their time limit.+Until .+Z, the workspace prints one PDF at a time/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await running).status).toBe(499);
  expectGenerated(await hostile.generate(HELLO));
});

test('a client that hangs up leaves no page busy, no file and no charge', async () => {
  const hostile = await Tenant.create({ plan: 'scale' });
  await honestMs(hostile);
  const abandoned = await Promise.all(Array.from({ length: 8 }, () => hangUp(hostile, ENDLESS, 2_000)));
  expect(abandoned.map(({ status }) => status)).toEqual(abandoned.map(() => 499));
  expect(Math.max(...abandoned.map(({ ms }) => ms))).toBeLessThan(2_000 + HONEST_MS);
  expect(await honestMs(hostile)).toBeLessThan(HONEST_MS);
  expect(await hostile.quotaUsed()).toBe(2);
});

test('one workspace cannot fill the queue of a renderer: past its share it is refused, and others print', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create({ plan: 'growth' }), Tenant.create()]);
  await honestMs(honest);
  const requests = Array.from({ length: FLOOD }, () => hangUp(hostile, ENDLESS, 8_000));
  await Promise.any(requests.map(isBusy));
  expect(await honestMs(honest)).toBeLessThan(HONEST_MS);
  const answers = await Promise.all(requests);
  for (const { status, text } of answers) {
    if (status === 503) expect(text).toContain('"SERVICE_BUSY"');
    else expect(status).toBe(499);
  }
});
