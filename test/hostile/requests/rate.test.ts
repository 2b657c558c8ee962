import { expect, test } from 'vitest';
import { expectRefusal, Tenant } from '../../support/service-client.ts';

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
