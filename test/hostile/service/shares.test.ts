import { expect, test } from 'vitest';
import { ENDLESS, hangUp, HONEST_MS, honestMs } from '../../support/hostile/timed.ts';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';

/** The plan's timeout. */
const FREE_MS = 15_000;

test('30 endless pages of one key delay no other workspace, and limit the key for minutes', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create(), Tenant.create()]);
  await honestMs(honest);
  const startedAt = Date.now();
  const endless = Promise.all(Array.from({ length: 30 }, () => hostile.generate(ENDLESS)));
  const delays: number[] = [];
  while (Date.now() - startedAt < FREE_MS - HONEST_MS) delays.push(await honestMs(honest));
  expect(Math.max(...delays)).toBeLessThan(HONEST_MS);
  const statuses = new Set((await endless).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 408 && status !== 503)).toEqual([]);
  expect(await hostile.quotaUsed()).toBe(0);

  const [first, second] = await Promise.all([
    hangUp(hostile, ENDLESS, 3_000),
    new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => hostile.generate(HELLO)),
  ]);
  expect(first.status).toBe(499);
  const { message } = expectRefusal(second, 'PRINTS_LIMITED');
  expect(message).toMatch(/ran into their time limit.+Until .+Z, the workspace prints one PDF at a time/);
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
  expectGenerated(await hostile.generate(HELLO));
  expect(await honestMs(honest)).toBeLessThan(HONEST_MS);
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
  const flood = Promise.all(Array.from({ length: 110 }, () => hangUp(hostile, ENDLESS, 6_000)));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await honestMs(honest)).toBeLessThan(HONEST_MS);
  const answers = await flood;
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  for (const { text } of busy) expect(text).toContain('"SERVICE_BUSY"');
  expect(answers.filter(({ status }) => status !== 503 && status !== 499)).toEqual([]);
  expect(await honestMs(honest)).toBeLessThan(HONEST_MS);
});
