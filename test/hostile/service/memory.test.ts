import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  atOnce,
  comment,
  emptyArrays,
  expectPrintedOrBusy,
  JSON_TYPE,
} from '../../support/hostile/large-bodies.ts';
import { noise } from '../../support/large-html.ts';
import { expectGenerated, expectRefusal, serviceUrl, Tenant } from '../../support/service-client.ts';

// The service runs with the heap of an isolate on Cloudflare: if one of these requests takes too much, it ends.

describe('the memory of an isolate cannot be filled with', () => {
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

  test('eight bodies of 4 MB at once', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const answers = await atOnce(8, () => tenant.post(comment(3_900_000), JSON_TYPE));
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
