import { describe, expect, test } from 'vitest';
import {
  atOnce,
  comment,
  emptyArrays,
  expectPrintedOrBusy,
  JSON_TYPE,
} from '../../support/hostile/large-bodies.ts';
import { expectGenerated, expectRefusal, HELLO, Tenant } from '../../support/service-client.ts';

describe('the memory of an isolate cannot be filled with', () => {
  test('4 MB of empty arrays and an idempotency key', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'arrays' };
    const answers = await atOnce(4, () => tenant.post(emptyArrays(3_900_000), headers));
    for (const answer of answers) {
      const { details } = expectRefusal(answer, 'VALIDATION_ERROR');
      expect(details?.[0]).toMatch(/^body: has more than 500000 JSON values/);
    }
    expectGenerated(await tenant.generate(HELLO));
  });

  test('20 MB of € and one placeholder, which the plan allows', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    expectGenerated(await tenant.post(comment(6_600_000, '€'), JSON_TYPE));
  });

  test('eight small bodies that become 8 MB of HTML', async () => {
    const tenant = await Tenant.create({ plan: 'growth' });
    const rows = Array.from({ length: 78 }, () => 1);
    const htmlContent = '<p>x</p><!--{{#each rows}}{{../x}}{{/each}}-->';
    const body = JSON.stringify({ htmlContent, templateData: { rows, x: 'x'.repeat(100_000) } });
    const answers = await atOnce(8, () => tenant.post(body, JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });
});
