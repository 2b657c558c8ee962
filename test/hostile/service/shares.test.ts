import { expect, test } from 'vitest';
import { PLANS } from '../../../schema/plans.ts';
import { ENDLESS, hangUp, type HungUp } from '../../support/hostile/timed.ts';
import type { Answer } from '../../support/answer.ts';
import { expectGenerated, type GenerateBody, HELLO, send, Tenant } from '../../support/service-client.ts';

/** A renderer has about 72 places, and a workspace of this plan three eighths of them. */
const FLOOD = 40;

const isBusy = async (answer: Promise<HungUp>): Promise<void> => {
  if ((await answer).status !== 503) throw new Error('not refused');
};

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

interface Attack {
  /** Prints a page without an end. The client hangs up. */
  readonly endless: (afterMs: number) => Promise<HungUp>;
  /** Prints a small document. */
  readonly small: () => Promise<Answer>;
}

/** Neither costs a credit: a print that fails is free, and so is each preview. */
const ATTACKS: Readonly<Record<string, (hostile: Tenant) => Attack | Promise<Attack>>> = {
  PDFs: (hostile) => ({
    endless: (afterMs) => hangUp(hostile, ENDLESS, afterMs),
    small: () => hostile.generate(HELLO),
  }),
  previews: async (hostile) => {
    const path = async ({ htmlContent }: GenerateBody) =>
      `/v1/templates/${(await hostile.putTemplate(String(htmlContent).slice(0, 20), String(htmlContent))).id}/preview`;
    const [endless, small] = [await path(ENDLESS), await path(HELLO)];
    const headers = { 'X-API-Key': hostile.key, 'Content-Type': 'application/json' };
    return {
      endless: (afterMs) => hangUp(hostile, {}, afterMs, endless),
      small: () => send(small, { method: 'POST', headers, body: '{}' }),
    };
  },
};

test.concurrent.each(Object.entries(ATTACKS))(
  'a workspace that loses page time again and again prints one at a time, also if it hangs up, and the error says why: %s',
  async (_name, prepare) => {
    const { endless, small } = await prepare(await Tenant.create({ plan: 'starter' }));
    expect((await small()).status).toBe(200);
    // Three pages at once: at least 30 seconds.
    await Promise.all(Array.from({ length: 4 }, () => endless(14_000)));
    const both = await Promise.all(Array.from({ length: 2 }, () => endless(6_000)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([499, 503]));
    const refused = both.find(({ status }) => status === 503);
    expect(refused?.text).toContain('"PRINTS_LIMITED"');
    expect(refused?.text).toMatch(
      /ran into their time limit.+Until .+Z, the workspace prints one PDF at a time/,
    );
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await small()).status).toBe(200);
  },
);

test('a client that hangs up leaves no page busy, no file and no charge', async () => {
  const hostile = await Tenant.create({ plan: 'scale' });
  expectGenerated(await hostile.generate(HELLO));
  const startedAt = Date.now();
  const abandoned = await Promise.all(Array.from({ length: 8 }, () => hangUp(hostile, ENDLESS, 2_000)));
  expect(abandoned.map(({ status }) => status)).toEqual(abandoned.map(() => 499));
  expectGenerated(await hostile.generate(HELLO));
  // A page that stays busy does so until the timeout of its plan.
  expect(Date.now() - startedAt).toBeLessThan(PLANS.scale.timeoutMs / 2);
  expect(await hostile.quotaUsed()).toBe(2);
});

test('one workspace cannot fill the queue of a renderer: past its share it is refused, and others print', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create({ plan: 'growth' }), Tenant.create()]);
  expectGenerated(await honest.generate(HELLO));
  let hungUp = 0;
  const flood = async (): Promise<HungUp> => {
    const answer = await hangUp(hostile, ENDLESS, 12_000);
    if (answer.status === 499) hungUp += 1;
    return answer;
  };
  const requests = Array.from({ length: FLOOD }, flood);
  await Promise.any(requests.map(isBusy));
  expectGenerated(await honest.generate(HELLO));
  // No hostile page had ended before.
  expect(hungUp).toBe(0);
  const answers = await Promise.all(requests);
  for (const { status, text } of answers) {
    if (status === 503) expect(text).toContain('"SERVICE_BUSY"');
    else expect(status).toBe(499);
  }
});
