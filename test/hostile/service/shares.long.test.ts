import { expect, test } from 'vitest';
import { expectOneAtATime } from '../../support/hostile/lost-page-time.ts';
import { ENDLESS, hangUp } from '../../support/hostile/timed.ts';
import { expectGenerated, type GenerateBody, HELLO, send, Tenant } from '../../support/service-client.ts';

test('30 endless pages of one key delay no other workspace', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create(), Tenant.create({ plan: 'scale-enterprise' })]);
  expectGenerated(await honest.generate(HELLO));
  const ended: number[] = [];
  const attack = async (): Promise<number> => {
    const { status } = await hostile.generate(ENDLESS);
    if (status !== 503) ended.push(status);
    return status;
  };
  const endless = Promise.all(Array.from({ length: 30 }, attack));
  // A workspace that had to wait for a hostile page would wait until the first of them ends.
  let printed = -1;
  while (ended.length === 0) {
    printed += 1;
    expectGenerated(await honest.generate(HELLO));
  }
  expect(printed).toBeGreaterThan(1);
  expect((await endless).filter((status) => status !== 408 && status !== 503)).toEqual([]);
  expect(await hostile.quotaUsed()).toBe(0);
});

test('a workspace that loses the page time of previews again and again prints one at a time too', async () => {
  const hostile = await Tenant.create({ plan: 'starter' });
  const path = async ({ htmlContent }: GenerateBody) =>
    `/v1/templates/${(await hostile.putTemplate(String(htmlContent).slice(0, 20), String(htmlContent))).id}/preview`;
  const [endless, small] = [await path(ENDLESS), await path(HELLO)];
  const headers = { 'X-API-Key': hostile.key, 'Content-Type': 'application/json' };
  await expectOneAtATime({
    endless: (afterMs) => hangUp(hostile, {}, afterMs, endless),
    small: () => send(small, { method: 'POST', headers, body: '{}' }),
  });
});
