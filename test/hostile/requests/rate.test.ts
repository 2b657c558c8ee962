import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  expectRateLimitHeaders,
  expectRefusal,
  freshAddress,
  send,
  Tenant,
} from '../../support/service-client.ts';

/** Not JSON: the end is missing. */
const BODY = JSON.stringify({ htmlContent: '<p>x</p>'.repeat(200_000) }).slice(0, -1);

test('a client over its rate cannot make the service read large bodies', async () => {
  const tenant = await Tenant.create();
  await tenant.exhaustRate();
  for (let request = 0; request < 3; request += 1) {
    const answer = await tenant.post(BODY, { 'Content-Type': 'application/json' });
    expectRefusal(answer, 'RATE_LIMIT_EXCEEDED');
    expect(answer.headers.get('server-timing')).not.toMatch(/compose|print/);
  }
});

test('a client cannot guess keys faster than the limit of its address', async () => {
  const address = freshAddress();
  const guess = () => {
    const key = `pk_live_${String(randomInt(2 ** 47)).padStart(32, 'a')}`;
    return send('/v1/usage', { headers: { ...address, 'X-API-Key': key } });
  };
  const answers = await Promise.all(Array.from({ length: 70 }, guess));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(expectRateLimitHeaders(expectLast(refused))).toMatchObject({ limit: 60, remaining: 0 });
  expectRefusal(await guess(), 'RATE_LIMIT_EXCEEDED');
});

function expectLast<Item>(items: readonly Item[]): Item {
  const last = items.at(-1);
  if (last === undefined) throw new Error('none was refused');
  return last;
}
