import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  expectRateLimitHeaders,
  expectRefusal,
  freshAddress,
  send,
  Tenant,
} from '../../support/service-client.ts';

const BODY = JSON.stringify({ htmlContent: '<p>x</p>'.repeat(200_000) });

test('a client over its rate cannot make the service read large bodies', async () => {
  const tenant = await Tenant.create();
  await tenant.exhaustRate();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A body that would take minutes to arrive.
      await new Promise((resolve) => setTimeout(resolve, 100));
      controller.enqueue(new TextEncoder().encode(BODY.slice(sent, sent + 1000)));
      sent += 1000;
    },
  });
  const headers = { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  expectRefusal(await send('/v1/pdf/generate', init), 'RATE_LIMIT_EXCEEDED');
  expect(sent).toBeLessThan(BODY.length / 4);
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
