import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { simple } from '../../../packages/pdf/test/foreign-pdf.ts';
import {
  atOnce,
  comment,
  emptyArrays,
  expectPrintedOrBusy,
  JSON_TYPE,
} from '../../support/hostile/large-bodies.ts';
import { noise } from '../../support/large-html.ts';
import { expectGenerated, expectRefusal, HELLO, serviceUrl, Tenant } from '../../support/service-client.ts';
import { LONG, typical, variation } from '../../support/thorough.ts';

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

  variation('as many values as are allowed, each with a name of its own', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    // A new name counts as ten values.
    const values = Array.from({ length: 40_000 }, (_, at) => `{"k${at}":0}`).join();
    const body = `{"htmlContent":"<p>x</p>","templateData":{"a":[${values}]}}`;
    const answers = await atOnce(3, () => tenant.post(body, JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });

  test('eight bodies of 4 MB at once', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const answers = await atOnce(8, () => tenant.post(comment(3_900_000), JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });

  variation('eight PDFs of 6 MB at once', async () => {
    const tenant = await Tenant.create({ plan: 'scale' });
    const body = JSON.stringify({ htmlContent: `<body>${noise(2)}</body>` });
    const answers = await atOnce(8, () => tenant.post(body, JSON_TYPE));
    expect(await expectPrintedOrBusy(tenant, answers)).toBeGreaterThan(0);
  });
});

test('a document that takes all memory of its page fails with its field, and a neighbour prints on', async () => {
  const [hostile, honest] = await Promise.all([Tenant.create({ plan: 'scale' }), Tenant.create()]);
  const script = 'const held = []; for (;;) held.push(new Array(1e6).fill(0.5))';
  const heavy = hostile.generate({ htmlContent: `<p>x<script>${script}</script>` });
  for (let count = 0; count < 3; count += 1) expectGenerated(await honest.generate(HELLO));
  expect(expectRefusal(await heavy, 'VALIDATION_ERROR').details).toEqual([
    'htmlContent: the document needs more memory than its page may have',
  ]);
});

/** Sends a part of a body, and then nothing. */
async function startUpload(key: string, path: string, type: string): Promise<ClientRequest> {
  const upload = request(new URL(path, serviceUrl()), {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-API-Key': key, 'Content-Length': 3_900_000 },
  });
  upload.on('error', () => {});
  upload.on('response', (response) => response.resume());
  if (!upload.write('x'.repeat(500_000))) await once(upload, 'drain');
  return upload;
}

test.each(
  typical(
    [
      ['bodies', '/v1/pdf/generate', 'application/json'],
      ['PDFs', '/v1/files', 'application/pdf'],
    ],
    1,
  ),
)('%s that stop in the middle do not keep those of another workspace out', LONG, async (_, path, type) => {
  const [hostile, honest] = await Promise.all([Tenant.create({ plan: 'scale' }), Tenant.create()]);
  const uploads = await Promise.all(Array.from({ length: 12 }, () => startUpload(hostile.key, path, type)));
  try {
    expectGenerated(await honest.post(comment(1_900_000), JSON_TYPE));
    expect((await honest.upload(simple())).status).toBe(201);
  } finally {
    for (const upload of uploads) upload.destroy();
  }
});
