import { describe, expect, test } from 'vitest';
import {
  expectGenerated,
  expectRateLimitHeaders,
  expectRefusal,
  HELLO,
  operator,
  Tenant,
} from '../support/service-client.ts';

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

  test.each([
    ['starter', 2_500],
    ['growth', 10_000],
    ['scale', 50_000],
    ['scale-business', 200_000],
    ['scale-enterprise', 1_000_000],
  ] as const)('of the plan %s are %i a month', async (plan, quotaLimit) => {
    const tenant = await Tenant.create({ plan });
    expect(expectGenerated(await tenant.generate(HELLO)).usage).toEqual({
      remaining: quotaLimit - 1,
      quotaUsed: 1,
      quotaLimit,
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

  test('that were bought are spent after the quota, and quotaUsed stays at the limit', async () => {
    const tenant = await Tenant.create();
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 99, credits: 2 });
    const usages = [];
    for (let i = 0; i < 3; i += 1) usages.push(expectGenerated(await tenant.generate(HELLO)).usage);
    expect(usages).toEqual([
      { remaining: 2, quotaUsed: 100, quotaLimit: 100 },
      { remaining: 1, quotaUsed: 100, quotaLimit: 100 },
      { remaining: 0, quotaUsed: 100, quotaLimit: 100 },
    ]);
    expectRefusal(await tenant.generate(HELLO), 'NO_CREDITS_AVAILABLE');
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
  test('lets exactly 60 of 200 parallel requests of a Free workspace through', async () => {
    const tenant = await Tenant.create();
    const answers = await many(200, () => tenant.generate({}));
    const codes = answers.map((answer) => answer.status);
    expect(codes.filter((status) => status === 400)).toHaveLength(60);
    expect(codes.filter((status) => status === 429)).toHaveLength(140);
  });

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

  test('is shared by the keys of a workspace', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const other = await tenant.anotherKey();
    await many(120, () => tenant.generate({}));
    expectRefusal(await other.generate(HELLO), 'RATE_LIMIT_EXCEEDED');
  });

  test('of one workspace does not affect another', async () => {
    const [one, other] = await Promise.all([Tenant.create(), Tenant.create()]);
    await one.exhaustRate();
    expectGenerated(await other.generate(HELLO));
  });

  test.each([
    ['free', 60],
    ['starter', 120],
    ['growth', 200],
    ['scale', 400],
    ['scale-business', 1_000],
  ] as const)('of the plan %s is %i requests a minute', async (plan, limit) => {
    const tenant = await Tenant.create({ plan });
    expect(expectRateLimitHeaders(await tenant.generate({}))).toMatchObject({ limit, remaining: limit - 1 });
  });

  test('of Scale Enterprise is shown as 2147483647, and so are the remaining requests', async () => {
    const tenant = await Tenant.create({ plan: 'scale-enterprise' });
    expect(expectRateLimitHeaders(await tenant.generate({}))).toMatchObject({
      limit: 2_147_483_647,
      remaining: 2_147_483_647,
    });
  });

  test('follows a change of plan', async () => {
    const tenant = await Tenant.create();
    await tenant.generate({});
    await operator().setWorkspace(tenant.workspaceId, { plan: 'growth' });
    expect(expectRateLimitHeaders(await tenant.generate({}))).toMatchObject({ limit: 200 });
  });
});
