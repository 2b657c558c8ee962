import { beforeAll, describe, expect, test } from 'vitest';
import { Platen } from '../../packages/client/src/client.ts';
import { assemble, printPages } from '../support/assembling.ts';
import { acceptBatch, batchIn, rowsOf } from '../support/batches.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { accept, jobIn } from '../support/jobs.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectGenerated, expectRefusal, send, serviceUrl, Tenant } from '../support/service-client.ts';

let tenant: Tenant;
let client: Platen;
/** A file of two pages, `Head 1` and `Head 2`, and its id. */
let sheets: Uint8Array<ArrayBuffer>;
let fileId: string;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'growth' });
  client = new Platen({ apiKey: tenant.key, baseUrl: serviceUrl(), fetch: checkedFetch });
  const file = await printPages(tenant, 'Head', 2);
  ({ fileId } = file);
  sheets = new Uint8Array((await send(file.url)).bytes);
  await client.assets.put('letterhead.pdf', sheets);
});

const BODY = '<p style="margin-top:50mm;break-after:page">A</p><p style="margin-top:50mm">B</p>';

const textsAt = async (url = ''): Promise<string[]> =>
  (await inspectPdf((await send(url)).bytes)).pages.map(({ text }) => text.replaceAll(' ', ''));

const print = async (letterhead: object, htmlContent = BODY) =>
  textsAt(expectGenerated(await tenant.generate({ htmlContent, options: { letterhead } })).data.url);

describe('options.letterhead', () => {
  test('is an asset or a file, in a print and in a job', async () => {
    const expected = ['Head1A', 'Head2B'];
    expect(await print({ asset: 'letterhead.pdf' })).toEqual(expected);
    expect(await print({ fileId })).toEqual(expected);
    expect(await print({ fileId, first: 2, others: 'none' })).toEqual(['Head2A', 'B']);
    const { jobId } = await accept(tenant, { htmlContent: BODY, options: { letterhead: { fileId } } });
    const job = await jobIn(tenant, jobId, 'succeeded');
    expect(await textsAt(job.file?.url)).toEqual(expected);
  });

  test('may be a PDF that was uploaded', async () => {
    const uploaded = await client.files.upload(sheets);
    expect(await print({ fileId: uploaded.fileId })).toEqual(['Head1A', 'Head2B']);
  });

  test('is in the settings of a template: in prints, batches and previews, until the request turns it off', async () => {
    const settings = { letterhead: { asset: 'letterhead.pdf', others: 'none' } };
    const { id: templateId } = await tenant.putTemplate('letter', `<p>{{n}}</p>${BODY}`, settings);
    const { data } = expectGenerated(await tenant.generate({ templateId, templateData: { n: 1 } }));
    expect((await textsAt(data.url)).map((text) => text.includes('Head'))).toEqual([true, false]);
    const { batchId } = await acceptBatch(tenant, {
      templateId,
      rows: [{ externalId: 'a', templateData: { n: 2 } }],
      options: { letterhead: { others: 2 } },
    });
    await batchIn(tenant, batchId, 'completed');
    const [row] = await rowsOf(tenant, batchId);
    expect(await textsAt(row?.file?.url)).toEqual(['Head12A', 'Head2B']);
    const off = { templateId, templateData: { n: 1 }, options: { letterhead: { enabled: false } } };
    const plain = await textsAt(expectGenerated(await tenant.generate(off)).data.url);
    expect(plain.join()).not.toContain('Head');
    const seen = await client.templates.preview(templateId, { n: 3 });
    expect((await inspectPdf(seen)).pages[0]?.text).toContain('Head 1');
  });

  test('of a template stays that of its version, when the asset gets another', async () => {
    await client.assets.put('pinned.pdf', sheets);
    const settings = { letterhead: { asset: 'pinned.pdf' } };
    const { id: templateId } = await tenant.putTemplate('pinned', BODY, settings);
    const other = await printPages(tenant, 'Other', 1);
    await client.assets.put('pinned.pdf', new Uint8Array((await send(other.url)).bytes));
    const { data } = expectGenerated(await tenant.generate({ templateId, templateData: {} }));
    expect(await textsAt(data.url)).toEqual(['Head1A', 'Head2B']);
    expect(await print({ asset: 'pinned.pdf' })).toEqual(['Other1A', 'Other1B']);
    await expect(client.assets.delete('pinned.pdf')).rejects.toMatchObject({ code: 'PART_IN_USE' });
  });

  test('is below all pages of a merge, below those of an entry, and below a finished file', async () => {
    const letterhead = { asset: 'letterhead.pdf' };
    const entries = [{ htmlContent: BODY }, { htmlContent: BODY }];
    const merged = await assemble(tenant, 'merge', { entries, options: { letterhead } });
    expect(await textsAt(expectGenerated(merged).data.url)).toEqual(['Head1A', 'Head2B', 'Head2A', 'Head2B']);
    const ofEntry = await assemble(tenant, 'merge', {
      entries: [entries[0], { ...entries[1], options: { letterhead: { fileId } } }],
    });
    expect(await textsAt(expectGenerated(ofEntry).data.url)).toEqual(['A', 'B', 'Head1A', 'Head2B']);
    const { data } = expectGenerated(await tenant.generate({ htmlContent: BODY }));
    const finished = await assemble(tenant, 'finish', {
      fileId: data.fileId,
      options: { letterhead: { fileId }, report: true },
    });
    expect(await textsAt(expectGenerated(finished).data.url)).toEqual(['Head1A', 'Head2B']);
  });

  test('of another size, and one that is covered, are in the report', async () => {
    const options = { format: 'A5', letterhead: { fileId }, report: true };
    const answer = await tenant.generate({
      htmlContent: `<style>body{background:#fff}</style>${BODY}`,
      options,
    });
    expect(JSON.parse(answer.text).report.warnings).toMatchObject([
      { code: 'LETTERHEAD_SIZE', field: 'options.letterhead.fileId' },
      { code: 'LETTERHEAD_HIDDEN', field: 'options.letterhead.fileId' },
    ]);
    const { data } = expectGenerated(await tenant.generate({ htmlContent: BODY, options: { format: 'A5' } }));
    const finished = await assemble(tenant, 'finish', {
      fileId: data.fileId,
      options: { letterhead: { fileId }, report: true },
    });
    expect(JSON.parse(finished.text).report.warnings).toMatchObject([{ code: 'LETTERHEAD_SIZE' }]);
  });
});

describe('options.letterhead is refused', () => {
  const refuse = async (letterhead: unknown, code: Parameters<typeof expectRefusal>[1], by = tenant) =>
    expectRefusal(await by.generate({ htmlContent: BODY, options: { letterhead } }), code).details;

  test('with a file of another workspace, or none', async () => {
    const other = await Tenant.create();
    const missing = ['options.letterhead.fileId: does not exist, or its retention has ended'];
    expect(await refuse({ fileId }, 'FILE_NOT_FOUND', other)).toEqual(missing);
    expect(await refuse({ fileId: 'file_none' }, 'FILE_NOT_FOUND')).toEqual(missing);
    expect(await refuse({ asset: 'none.pdf' }, 'ASSET_NOT_FOUND')).toEqual([
      'options.letterhead.asset: platen-asset://none.pdf: the workspace has no asset with this name',
    ]);
  });

  test('by a key that may not read files', async () => {
    const key = await tenant.anotherKey(['pdf.generate']);
    await refuse({ fileId }, 'INSUFFICIENT_PERMISSIONS', key);
    expectGenerated(
      await key.generate({ htmlContent: BODY, options: { letterhead: { asset: 'letterhead.pdf' } } }),
    );
  });

  test('in the settings of a template that such a key saves', async () => {
    const key = await tenant.anotherKey(['template.write', 'template.read']);
    const settings = { letterhead: { fileId } };
    const template = { name: 'by a key', content: BODY, settings };
    const { id } = await tenant.putTemplate('by another', BODY, {});
    for (const [method, path, body] of [
      ['POST', '/v1/templates', template],
      ['PUT', `/v1/templates/${id}`, { settings }],
      ['POST', '/v1/push', { templates: [template] }],
    ] as const) {
      const answer = await send(path, {
        method,
        headers: { 'X-API-Key': key.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  });

  test('with an encrypted file, a picture, or a page that it does not have', async () => {
    const encrypted = await printPages(tenant, 'Secret', 1, { encryption: { userPassword: 'x' } });
    expect(await refuse({ fileId: encrypted.fileId }, 'VALIDATION_ERROR')).toEqual([
      'options.letterhead.fileId: is encrypted; save it without a password',
    ]);
    const picture = expectGenerated(await tenant.generate({ htmlContent: 'x', output: { type: 'png' } }));
    expect(await refuse({ fileId: picture.data.fileId }, 'VALIDATION_ERROR')).toEqual([
      'options.letterhead.fileId: is not a PDF',
    ]);
    expect(await refuse({ fileId, first: 3 }, 'VALIDATION_ERROR')).toEqual([
      'options.letterhead.first: is page 3; the letterhead has 2',
    ]);
  });

  test.each<[object, string]>([
    [{}, 'options.letterhead: needs exactly one of "fileId" and "asset"'],
    [{ fileId: 'a', asset: 'b' }, 'options.letterhead: needs exactly one of "fileId" and "asset"'],
    [{ asset: 'a.pdf', first: 'last' }, 'options.letterhead.first: must be the number of a page, or "none"'],
    [{ asset: 'platen-asset://a.pdf' }, 'options.letterhead.asset: must begin with'],
  ])('as %j', async (letterhead, detail) => {
    expect(await refuse(letterhead, 'VALIDATION_ERROR')).toEqual([expect.stringContaining(detail)]);
  });

  test('as an asset that is damaged', async () => {
    await expect(client.assets.put('broken.pdf', Buffer.from('%PDF-1.7\nnothing'))).rejects.toMatchObject({
      code: 'ASSET_INVALID',
      details: [expect.stringMatching(/^body: cannot be read: /)],
    });
  });
});
