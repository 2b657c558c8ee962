import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemble } from '../support/assembling.ts';
import { acceptBatch, batchIn, rowsOf } from '../support/batches.ts';
import { accept, jobIn } from '../support/jobs.ts';
import { WITHOUT_GLYPH } from '../support/missing-glyph.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'starter' });
});

const open = (data: Uint8Array, password = '') =>
  getDocument({ data: data.slice(), verbosity: 0, password }).promise;

const download = async (url: string | undefined) => (await send(url ?? '')).bytes;

const generate = async (body: object): Promise<Uint8Array> => {
  const { data } = expectGenerated(await tenant.generate(body));
  return download(data.url);
};

test('metadata, an attachment, a watermark and a password, filled from the data', async () => {
  const body = {
    htmlContent: '<h1>Invoice {{number}}',
    templateData: { number: '17', password: 'open', date: 'October' },
    options: {
      metadata: { title: 'Invoice {{number}}', keywords: ['{{date}}'], language: 'en' },
      attachments: [
        { name: 'invoice-{{number}}.xml', content: '<invoice number="{{number}}"/>', relationship: 'data' },
      ],
      watermark: { text: 'COPY {{number}}', color: '#cc0000', opacity: 0.1, pageRanges: '1' },
      encryption: {
        userPassword: '{{password}}',
        ownerPassword: '{{password}} of the owner',
        permissions: { print: 'high', copy: true },
      },
    },
  };
  const bytes = await generate(body);
  await expect(open(bytes, 'wrong')).rejects.toThrow(/password/i);
  const document = await open(bytes, 'open');
  const { info, metadata } = await document.getMetadata();
  expect(info).toMatchObject({ Title: 'Invoice 17', Keywords: 'October', Language: 'en' });
  expect(metadata?.get('dc:title')).toBe('Invoice 17');
  expect([...((await document.getAttachments())?.keys() ?? [])]).toEqual(['invoice-17.xml']);
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  expect(text).toContain('COPY 17');
});

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('PDF/A', () => {
  test('is made by a print, by a finish and for each row of a batch', async () => {
    const attachments = [{ name: 'a.xml', content: '<x/>' }];
    const printed = latin1(await generate({ htmlContent: '<p>x', options: { pdfa: '3b', attachments } }));
    expect(printed).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(printed).toContain('/GTS_PDFA1');
    const { data } = expectGenerated(await tenant.generate({ htmlContent: '<p>y' }));
    const finished = await assemble(tenant, 'finish', { fileId: data.fileId, options: { pdfa: '2b' } });
    expect(latin1(await download(expectGenerated(finished).data.url))).toContain(
      '<pdfaid:part>2</pdfaid:part>',
    );
    const { id } = await tenant.putTemplate('archived', '<p>{{n}}', { pdfa: '2u' });
    const { batchId } = await acceptBatch(tenant, { templateId: id, rows: [{ externalId: 'a' }] });
    await batchIn(tenant, batchId, 'completed');
    const [row] = await rowsOf(tenant, batchId);
    expect(latin1(await download(row?.file?.url))).toContain('<pdfaid:conformance>U</pdfaid:conformance>');
  });

  variation('is refused for a document that cannot be PDF/A, and then costs nothing', async () => {
    const before = await tenant.quotaUsed();
    const refused = await tenant.generate({ htmlContent: `<p>${WITHOUT_GLYPH}`, options: { pdfa: '2b' } });
    const { details } = expectRefusal(refused, 'PDFA_IMPOSSIBLE');
    expect(details?.join()).toMatch(/^options\.pdfa: rule 6\.2\.11\.8, page 1, font \S+: /);
    expect(await tenant.quotaUsed()).toBe(before);
  });
});

describe('PDF/UA', () => {
  const SAYS_SO = '<pdfuaid:part>1</pdfuaid:part>';
  const html = '<html lang="en"><title>T</title><h1>{{n}}x</h1><a href="https://x.example/">y</a>';

  test('is made by a print, by a finish, by a merge and for each row of a batch', async () => {
    const tagged = await tenant.generate({ htmlContent: html, options: { tagged: true } });
    const { fileId } = expectGenerated(tagged).data;
    const header = { content: 'a' };
    const options = { pdfua: true, header };
    expect(latin1(await generate({ htmlContent: html, options: { ...options, pdfa: '3a' } }))).toContain(
      SAYS_SO,
    );
    const entries = [{ fileId }, { htmlContent: html, options: { tagged: true } }];
    for (const [kind, body] of [
      ['finish', { fileId, options }],
      ['merge', { entries, options }],
    ] as const) {
      const made = expectGenerated(await assemble(tenant, kind, body));
      expect(latin1(await download(made.data.url)), kind).toContain(SAYS_SO);
    }
    const { id } = await tenant.putTemplate('listened', html, { pdfua: true });
    const { batchId } = await acceptBatch(tenant, { templateId: id, rows: [{ externalId: 'a' }] });
    await batchIn(tenant, batchId, 'completed');
    const [row] = await rowsOf(tenant, batchId);
    expect(latin1(await download(row?.file?.url))).toContain(SAYS_SO);
  });

  variation('is refused for a document that cannot be PDF/UA, and then costs nothing', async () => {
    const before = await tenant.quotaUsed();
    const refused = await tenant.generate({ htmlContent: `${html}<h4>z`, options: { pdfua: true } });
    expect(expectRefusal(refused, 'PDFUA_IMPOSSIBLE').details).toEqual([
      'options.pdfua: rule 7.4.2, `body > h4` has the level 4 after a heading of level 1. Do not skip a level.',
    ]);
    const entries = [{ htmlContent: html, options: { pdfua: true } }, { htmlContent: html }];
    expectRefusal(await assemble(tenant, 'merge', { entries }), 'VALIDATION_ERROR');
    expectRefusal(
      await tenant.generate({ htmlContent: html, options: { pdfua: true, forms: true } }),
      'VALIDATION_ERROR',
    );
    expect(await tenant.quotaUsed()).toBe(before);
  });
});

describe('passwords', () => {
  const options = { encryption: { userPassword: '{{password}}', ownerPassword: 'own', permissions: {} } };
  const templateData = { password: 'from data' };

  variation('a job has them', async () => {
    const { jobId } = await accept(tenant, { htmlContent: '<p>x', templateData, options });
    const { file } = await jobIn(tenant, jobId, 'succeeded');
    const bytes = await download(file?.url);
    await expect(open(bytes)).rejects.toThrow(/password/i);
    expect((await open(bytes, 'from data')).numPages).toBe(1);
  });

  variation('each row of a batch has its own', async () => {
    const { id } = await tenant.putTemplate('locked', '<p>x', {
      encryption: { userPassword: '{{password}}' },
    });
    const rows = ['one', 'two'].map((password) => ({ externalId: password, templateData: { password } }));
    const { batchId } = await acceptBatch(tenant, { templateId: id, rows });
    await batchIn(tenant, batchId, 'completed');
    for (const { externalId, file } of await rowsOf(tenant, batchId)) {
      const bytes = await download(file?.url);
      await expect(open(bytes)).rejects.toThrow(/password/i);
      expect((await open(bytes, externalId)).numPages).toBe(1);
    }
  });

  variation('an idempotency key returns the same file for the same password', async () => {
    const headers = { 'Idempotency-Key': 'locked' };
    const body = (password: string) => ({ htmlContent: '<p>x', templateData: { password }, options });
    const first = expectGenerated(await tenant.generate(body('a'), headers));
    const again = expectGenerated(await tenant.generate(body('a'), headers));
    expect(again.data.fileId).toBe(first.data.fileId);
    expectRefusal(await tenant.generate(body('b'), headers), 'IDEMPOTENCY_CONFLICT');
  });

  test('the error of a job does not repeat one', async () => {
    const broken = { encryption: { userPassword: 'correct horse {{' } };
    const { jobId } = await accept(tenant, { htmlContent: '<p>x', options: broken });
    const job = await jobIn(tenant, jobId, 'failed');
    expect(job.error).toMatchObject({ code: 'TEMPLATE_COMPILATION_ERROR' });
    expect(JSON.stringify(job)).not.toContain('horse');
  });
});

test.each<readonly [string, object, string]>([
  [
    'a password that is empty',
    { encryption: { userPassword: '{{no}}' } },
    'options.encryption.userPassword: is empty',
  ],
  [
    'permissions without an owner',
    { encryption: { userPassword: 'x', permissions: {} } },
    'options.encryption.permissions: needs "ownerPassword"',
  ],
  [
    'a range past the end',
    { watermark: { text: 'x', pageRanges: '2' } },
    'options.watermark.pageRanges: 2 is past the end; the document has 1 page',
  ],
  [
    'two attachments of one name',
    {
      attachments: [
        { name: 'a', content: '' },
        { name: 'a', content: '' },
      ],
    },
    'options.attachments[1].name: another attachment has this name',
  ],
])('%s is refused, and costs nothing', async (_what, options, detail) => {
  const before = await tenant.quotaUsed();
  const refusal = expectRefusal(await tenant.generate({ htmlContent: '<p>x', options }), 'VALIDATION_ERROR');
  expect(refusal.details).toEqual([detail]);
  expect(await tenant.quotaUsed()).toBe(before);
});

test('a PDF of a test key has TEST over its own watermark', async () => {
  const trial = await Tenant.create({ environment: 'test' });
  const options = { watermark: { text: 'DRAFT' }, encryption: { userPassword: 'open' } };
  const { data } = expectGenerated(await trial.generate({ htmlContent: '<p>x', options }, {}));
  const page = await (await open(await download(data.url), 'open')).getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  expect(text.indexOf('TEST')).toBeGreaterThan(text.indexOf('DRAFT'));
});
