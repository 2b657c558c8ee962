import { expect, test } from 'vitest';
import { PLANS } from '../../../schema/plans.ts';
import { ENDLESS, hangUp, type HungUp, UNFINISHED } from '../../support/hostile/timed.ts';
import { expectOneAtATime } from '../../support/hostile/lost-page-time.ts';
import { expectGenerated, HELLO, Tenant } from '../../support/service-client.ts';

/** A renderer has about 72 places, and a workspace of this plan three eighths of them. */
const FLOOD = 40;

const isBusy = async (answer: Promise<HungUp>): Promise<void> => {
  if ((await answer).status !== 503) throw new Error('not refused');
};

test('a workspace that loses page time again and again prints one at a time, also if it hangs up, and the error says why', async () => {
  const hostile = await Tenant.create({ plan: 'starter' });
  await expectOneAtATime({
    endless: (afterMs) => hangUp(hostile, UNFINISHED, afterMs),
    small: () => hostile.generate(HELLO),
  });
});

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
    const answer = await hangUp(hostile, UNFINISHED, 12_000);
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
