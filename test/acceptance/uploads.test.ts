import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { assemble } from '../support/assembling.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectGenerated, expectRefusal, operator, send, Tenant } from '../support/service-client.ts';

const OWN = await readFile(inProject('packages/pdf/test/fixtures/three-pages.pdf'));

const upload = (key: string, body: Uint8Array, { query = '', type = 'application/pdf' } = {}) =>
  send(`/v1/files${query}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': type },
    body: Buffer.from(body),
  });

const textsAt = async (url: string): Promise<string[]> =>
  (await inspectPdf((await send(url)).bytes)).pages.map(({ text }) => text);

describe('an uploaded PDF', () => {
  test('is a file like others, costs nothing, and can be merged, split and finished', async () => {
    const tenant = await Tenant.create();
    const query = '?filename=..%2F..%2Fterms.pdf&meta=%7B%22order%22%3A%22A-17%22%7D';
    const answer = await upload(tenant.key, OWN, { query });
    expect(answer.status, answer.text).toBe(201);
    const { data } = JSON.parse(answer.text);
    expect(data).toMatchObject({
      filename: '..-..-terms.pdf',
      meta: { order: 'A-17' },
      generationMethod: 'upload',
      environment: 'live',
    });
    const texts = await textsAt(data.url);
    expect(texts).toHaveLength(3);
    const { fileId } = data;
    const merged = expectGenerated(
      await assemble(tenant, 'merge', { entries: [{ htmlContent: '<p>Offer</p>' }, { fileId }] }),
    );
    expect(await textsAt(merged.data.url)).toEqual(['Offer', ...texts]);
    expect(merged.usage.quotaUsed).toBe(1);
    const footer = { content: '<p>Page <span class="pageNumber"></span></p>', height: 20 };
    const finished = expectGenerated(await assemble(tenant, 'finish', { fileId, options: { footer } }));
    expect((await textsAt(finished.data.url))[1]).toContain('Page 2');
    const split = await assemble(tenant, 'split', { fileId, everyPages: 1 });
    expect(JSON.parse(split.text).data.files).toHaveLength(3);
    const removed = await send(`/v1/files/${fileId}`, {
      method: 'DELETE',
      headers: { 'X-API-Key': tenant.key },
    });
    expect(removed.status).toBe(200);
  });

  test('is in the body of a merge, as base64', async () => {
    const tenant = await Tenant.create();
    const entries = [{ htmlContent: '<p>a</p>' }, { pdf: OWN.toString('base64') }];
    const { data, usage } = expectGenerated(await assemble(tenant, 'merge', { entries }));
    expect(await textsAt(data.url)).toHaveLength(4);
    expect(usage.quotaUsed).toBe(1);
    const damaged = await assemble(tenant, 'merge', {
      entries: [entries[0], { pdf: 'JVBERi0=' }],
    });
    expect(expectRefusal(damaged, 'PDF_DAMAGED').details).toEqual([
      expect.stringMatching(/^entries\[1\]\.pdf: /),
    ]);
    const both = await assemble(tenant, 'merge', {
      entries: [entries[0], { pdf: 'JVBERi0=', fileId: 'file_x' }],
    });
    expectRefusal(both, 'VALIDATION_ERROR');
  });

  test('is refused if it is none, damaged, or larger than the plan allows, and nothing is kept', async () => {
    const tenant = await Tenant.create();
    expectRefusal(await upload(tenant.key, Buffer.from('<html>')), 'NOT_A_PDF');
    expectRefusal(await upload(tenant.key, OWN.subarray(0, 400)), 'PDF_DAMAGED');
    expectRefusal(await upload(tenant.key, Buffer.alloc(10_000_001)), 'VALIDATION_ERROR');
    expectRefusal(await upload(tenant.key, OWN, { type: 'text/html' }), 'VALIDATION_ERROR');
    for (const meta of ['7', '[1]', '{', `{"a":"${'x'.repeat(2_000)}"}`, ' '.repeat(5_000)]) {
      const query = `?meta=${encodeURIComponent(meta)}`;
      expectRefusal(await upload(tenant.key, OWN, { query }), 'VALIDATION_ERROR');
    }
    for (const filename of ['x'.repeat(256), '%20', '%20..%20']) {
      const refusal = expectRefusal(
        await upload(tenant.key, OWN, { query: `?filename=${filename}` }),
        'VALIDATION_ERROR',
      );
      expect(refusal.details).toEqual([expect.stringMatching(/^filename: must /)]);
    }
    const listed = await send('/v1/files', { headers: { 'X-API-Key': tenant.key } });
    expect(JSON.parse(listed.text).data).toEqual([]);
  });

  test('of a test key has the mark of one', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { key } = await operator().createKey({
      workspaceId: tenant.workspaceId,
      name: 'test',
      environment: 'test',
      permissions: ['pdf.generate', 'pdf.read'],
    });
    const { data } = JSON.parse((await upload(key, OWN)).text);
    for (const text of await textsAt(data.url)) expect(text).toContain('TEST');
  });
});
