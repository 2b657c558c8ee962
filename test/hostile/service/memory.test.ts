import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/answer.ts';
import { noise } from '../../support/large-html.ts';
import { expectGenerated, expectRefusal, HELLO, serviceUrl, Tenant } from '../../support/service-client.ts';

// The service runs with the heap of an isolate on Cloudflare: if one of these requests takes too much, it ends.

const JSON_TYPE = { 'Content-Type': 'application/json' };

const emptyArrays = (bytes: number): string =>
  `{"htmlContent":"<p>x</p>","templateData":{"a":[${'[],'.repeat(bytes / 3)}[]]}}`;

/** Prints one line. The rest is a comment. */
const comment = (characters: number, character = 'x'): string =>
  JSON.stringify({
    htmlContent: `<p>x</p><!--${character.repeat(characters)}{{x}}-->`,
    templateData: { x: 1 },
  });

const atOnce = (times: number, send: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, send));

/** Each is a PDF, or a `SERVICE_BUSY` that costs nothing. Returns the number of PDFs. */
async function expectPrintedOrBusy(tenant: Tenant, answers: readonly Answer[]): Promise<number> {
  const printed = answers.filter(({ status }) => status === 200);
  for (const answer of answers) {
    if (answer.status !== 200) expectRefusal(answer, 'SERVICE_BUSY');
  }
  expect(await tenant.quotaUsed()).toBe(printed.length);
  expectGenerated(await tenant.generate(HELLO));
  return printed.length;
}

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

  test('18 MB of empty arrays', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const { details } = expectRefusal(
      await tenant.post(emptyArrays(18_000_000), JSON_TYPE),
      'VALIDATION_ERROR',
    );
    expect(details?.[0]).toMatch(/^body: has more than 5000000 JSON values/);
  });

  test('as many values as are allowed, each with a name of its own', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const values = Array.from({ length: 200_000 }, (_, at) => `{"k${at}":0}`).join();
    const body = `{"htmlContent":"<p>x</p>","templateData":{"a":[${values}]}}`;
    const answers = await atOnce(3, () => tenant.post(body, JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });

  test('20 MB of € and one placeholder, which the plan allows', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    expectGenerated(await tenant.post(comment(6_600_000, '€'), JSON_TYPE));
  });

  test('eight bodies of 4 MB at once', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const answers = await atOnce(8, () => tenant.post(comment(3_900_000), JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });

  test('eight small bodies that become 8 MB of HTML', async () => {
    const tenant = await Tenant.create({ plan: 'growth' });
    const rows = Array.from({ length: 78 }, () => 1);
    const htmlContent = '<p>x</p><!--{{#each rows}}{{../x}}{{/each}}-->';
    const body = JSON.stringify({ htmlContent, templateData: { rows, x: 'x'.repeat(100_000) } });
    const answers = await atOnce(8, () => tenant.post(body, JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });

  test('eight PDFs of 6 MB at once', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const body = JSON.stringify({ htmlContent: `<body>${noise(2)}</body>` });
    const answers = await atOnce(8, () => tenant.post(body, JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });
});

/** Sends a part of a body, and then nothing. */
async function startUpload(key: string, sentBytes: number): Promise<ClientRequest> {
  const upload = request(new URL('/v1/pdf/generate', serviceUrl()), {
    method: 'POST',
    headers: { ...JSON_TYPE, 'X-API-Key': key, 'Content-Length': 3_900_000 },
  });
  upload.on('error', () => {});
  upload.on('response', (response) => response.resume());
  if (!upload.write('x'.repeat(sentBytes))) await once(upload, 'drain');
  return upload;
}

test('uploads that stop in the middle do not keep the bodies of another workspace out', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create({ plan: 'scale' }), Tenant.create()]);
  const uploads = await Promise.all(Array.from({ length: 12 }, () => startUpload(hostile.key, 500_000)));
  try {
    expectGenerated(await honest.post(comment(1_900_000), JSON_TYPE));
  } finally {
    for (const upload of uploads) upload.destroy();
  }
});
