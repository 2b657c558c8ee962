import { describe, expect, test } from 'vitest';
import { assemble, printPages } from '../support/assembling.ts';
import { ASYNC, expectAccepted, jobIn } from '../support/jobs.ts';
import {
  expectGenerated,
  expectRateLimitHeaders,
  expectRefusal,
  HELLO,
  operator,
  Tenant,
} from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const many = <T>(count: number, one: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, one));

const secondsToNextMonth = (now: Date): number =>
  (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;

describe('credits', () => {
  test('are counted in the usage of the answer', async () => {
    const tenant = await Tenant.create();
    expect(expectGenerated(await tenant.generate(HELLO)).usage).toEqual({
      remaining: 99,
      quotaUsed: 1,
      quotaLimit: 100,
    });
    expect(expectGenerated(await tenant.generate(HELLO)).usage).toMatchObject({
      remaining: 98,
      quotaUsed: 2,
    });
  });

  test('give NO_CREDITS_AVAILABLE until the next month when none are left', async () => {
    const tenant = await Tenant.create();
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 99 });
    expectGenerated(await tenant.generate(HELLO));
    const sentAt = new Date();
    const answer = await tenant.generate(HELLO);
    expectRefusal(answer, 'NO_CREDITS_AVAILABLE');
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeLessThanOrEqual(secondsToNextMonth(sentAt) + 1);
    expect(wait).toBeGreaterThanOrEqual(secondsToNextMonth(new Date()) - 1);
  });

  test('let exactly 10 of 64 parallel requests through when 10 are left', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 2_490 });
    const answers = await many(64, () => tenant.generate(HELLO));
    const files = answers
      .filter((answer) => answer.status === 200)
      .map((a) => expectGenerated(a).data.fileId);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(new Set(files).size).toBe(10);
    expect(refused).toHaveLength(54);
    for (const answer of refused) expectRefusal(answer, 'NO_CREDITS_AVAILABLE');
    expect(await tenant.quotaUsed()).toBe(2_500);
  });

  test('are all used by 30 parallel requests of all kinds when 10 are left', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { fileId } = await printPages(tenant, 'doc', 2);
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 2_490 });
    const splitInTwo = (headers = {}) => assemble(tenant, 'split', { fileId, everyPages: 1 }, headers);
    const kinds = [
      () => tenant.generate(HELLO),
      () => splitInTwo(),
      () => splitInTwo(ASYNC),
      () => tenant.generate(HELLO),
      () => tenant.generate(HELLO, ASYNC),
    ];
    const sent = Array.from({ length: 6 }, () => kinds.map((request) => request()));
    for (const answer of await Promise.all(sent.flat()))
      if (answer.status === 202) await jobIn(tenant, expectAccepted(answer).jobId, 'succeeded', 'failed');
      else if (answer.status !== 200) expectRefusal(answer, 'NO_CREDITS_AVAILABLE');
    expect(await tenant.quotaUsed()).toBe(2_500);
  });

  test.each([
    ['a bad body', {}],
    ['a broken template', { htmlContent: '{{#if}}' }],
    ['an unknown template', { templateId: 'none' }],
    ['a page range past the end', { ...HELLO, options: { pageRanges: '9' } }],
    ['margins without a page', { ...HELLO, options: { format: 'A6', margin: { top: 140 } } }],
  ])('are not spent by %s', async (_, body) => {
    const tenant = await Tenant.create();
    expect((await tenant.generate(body)).status).toBeGreaterThanOrEqual(400);
    expect(await tenant.quotaUsed()).toBe(0);
    expect(expectGenerated(await tenant.generate(HELLO)).usage.remaining).toBe(99);
  });
});

describe('the rate limit', () => {
  test('says when to retry', async () => {
    const tenant = await Tenant.create();
    await tenant.exhaustRate();
    const sentAt = Date.now() / 1000;
    const answer = await tenant.generate(HELLO);
    const error = expectRefusal(answer, 'RATE_LIMIT_EXCEEDED');
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(error.message).toContain(`${wait} second`);
    const { remaining, resetAt } = expectRateLimitHeaders(answer);
    expect(remaining).toBe(0);
    expect(resetAt).toBeGreaterThanOrEqual(sentAt + wait - 1);
    expect(resetAt).toBeLessThanOrEqual(Date.now() / 1000 + wait + 1);
  });

  variation('is shared by the keys of a workspace', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const other = await tenant.anotherKey();
    await many(120, () => tenant.generate({}));
    expectRefusal(await other.generate(HELLO), 'RATE_LIMIT_EXCEEDED');
  });
});
