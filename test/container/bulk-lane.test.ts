import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invoiceData, WRONG_TOTAL } from '../support/e-invoice.ts';
import { inspectPdf } from '../support/pdf.ts';
import {
  generated,
  inChunks,
  operator,
  quotaUsed,
  readError,
  reported,
  send,
  serviceUrl,
  tenant,
  useBulkService,
} from './support/bulk-lane.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

// Bodies over 4 MB, which the container reads.

useBulkService();

const withInvoice = z.object({ url: z.string(), eInvoice: z.object({ url: z.string() }) });

/** Rows of a report, with two bytes a character. */
const rows = (bytes: number) => Array.from({ length: 20 }, (_, row) => `${row} ${'é'.repeat(bytes / 40)}`);

const reportOf = (bytes: number): string =>
  JSON.stringify({
    htmlContent: '<h1>{{title}}</h1>{{#each rows}}<p hidden>{{this}}</p>{{/each}}',
    templateData: { title: 'Large report', rows: rows(bytes) },
    filename: 'report',
  });

/** Noise that a PDF cannot compress: about 3 MB for each canvas. */
const NOISE = `<body><script>
  const canvas = document.body.appendChild(document.createElement('canvas'));
  canvas.width = canvas.height = 1000;
  const context = canvas.getContext('2d');
  const image = context.createImageData(1000, 1000);
  const pixels = new Uint32Array(image.data.buffer);
  for (let p = 0; p < pixels.length; p += 1) pixels[p] = (Math.random() * 0x1000000) | 0xff000000;
  context.putImageData(image, 0, 0);
</script></body>`;

variation('the page numbers of a large document are right', async () => {
  const { key } = await tenant('growth');
  const htmlContent = `<style>a::after { content: ' p. ' target-counter(attr(href), page) } h2 { break-before: right }</style>
    <a href="#x">{{title}}</a><h2 id="x">x</h2>{{#each rows}}<p hidden>{{this}}</p>{{/each}}`;
  const body = { htmlContent, templateData: { title: 'Large', rows: rows(4_500_000) } };
  const { data } = generated.parse((await send(key, JSON.stringify(body))).body);
  const { pages } = await inspectPdf(new Uint8Array(await (await fetch(data.url)).arrayBuffer()));
  expect(pages.map(({ text }) => text)).toEqual(['Large p. 3', '', 'x']);
});

test('the letterhead of a large document is a file, which the Worker sends', async () => {
  const { key, workspaceId } = await tenant('growth');
  const { data: sheet } = generated.parse((await send(key, JSON.stringify({ htmlContent: '<p>Head' }))).body);
  const body = (fileId: string) =>
    JSON.stringify({ ...JSON.parse(reportOf(4_500_000)), options: { letterhead: { fileId } } });
  const { data } = generated.parse((await send(key, body(sheet.fileId))).body);
  const { pages } = await inspectPdf(new Uint8Array(await (await fetch(data.url)).arrayBuffer()));
  expect(pages.map(({ text }) => text)).toEqual([expect.stringMatching(/^Head\s?Large report/)]);
  expect(readError(await send(key, body('file_none')))).toMatchObject({
    code: 'FILE_NOT_FOUND',
    details: ['options.letterhead.fileId: does not exist, or its retention has ended'],
  });
  const permissions = ['pdf.generate'] as const;
  const limited = await operator().createKey({
    workspaceId,
    name: 'prints',
    environment: 'live',
    permissions,
  });
  expect(readError(await send(limited.key, body(sheet.fileId))).code).toBe('INSUFFICIENT_PERMISSIONS');
});

test('entries of a merge that the container composes, and those that it only prints, refer to each other', async () => {
  const { key } = await tenant('growth');
  const style = `<style>a::after { content: ' p. ' target-counter(attr(href), page) ';' } h2 { break-before: right }</style>`;
  // The document is larger than what the Worker composes for a body of this size.
  const hidden = '{{#each rows}}<p hidden>{{../long}}</p>{{/each}}';
  const entries = [
    { name: 'small', htmlContent: `${style}<a href="entry:large#x">Large</a><a href="entry:nobody">No</a>` },
    {
      name: 'large',
      htmlContent: `${style}<a href="entry:small">Small</a><h2 id="x">x</h2>${hidden}`,
      templateData: { rows: Array.from({ length: 100 }, (_, row) => row), long: 'x'.repeat(10_000) },
    },
  ];
  const body = JSON.stringify({ entries, options: { report: true } });
  const sent = await send(key, body, {}, '/v1/pdf/merge');
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { data } = generated.parse(sent.body);
  const { pages } = await inspectPdf(new Uint8Array(await (await fetch(data.url)).arrayBuffer()));
  expect(pages.map(({ text }) => text)).toEqual(['Large p. 4;No p. ;', 'Small p. 1;', '', 'x']);
  expect(JSON.stringify(sent.body)).toContain('entry:nobody');
});

describe('a PDF too large to hold', () => {
  test('streams from the container into the store', async () => {
    const { key } = await tenant('growth');
    const body = { htmlContent: NOISE, templateData: { filler: 'x'.repeat(4_500_000) } };
    const { data } = generated.parse((await send(key, JSON.stringify(body))).body);
    expect(data.size).toBeGreaterThan(2_000_000);
    const bytes = new Uint8Array(await (await fetch(data.url)).arrayBuffer());
    expect(bytes.byteLength).toBe(data.size);
    expect((await inspectPdf(bytes)).pages).toHaveLength(1);
  });

  variation('streams as a preview, too', async () => {
    const { key, workspaceId } = await tenant('growth');
    const { id } = await operator().putTemplate({ workspaceId, name: 'noise', content: NOISE });
    const response = await fetch(`${serviceUrl()}/v1/templates/${id}/preview`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{}',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.byteLength).toBeGreaterThan(2_000_000);
    expect((await inspectPdf(bytes)).text).toContain('PREVIEW');
  });
});

describe('a body over 4 MB', () => {
  test('becomes a stored and charged PDF', async () => {
    const { key } = await tenant('growth');
    const { status, body } = await send(key, reportOf(5_000_000));
    expect(status, JSON.stringify(body)).toBe(200);
    const { data, usage } = generated.parse(body);
    expect([data.filename, usage.quotaUsed]).toEqual(['report.pdf', 1]);
    const bytes = new Uint8Array(await (await fetch(data.url)).arrayBuffer());
    expect(bytes.byteLength).toBe(data.size);
    expect((await inspectPdf(bytes)).text).toBe('Large report');
  });

  variation('is printed with the options of any other body', async () => {
    const { key } = await tenant('growth');
    const number = '<i class="pageNumber"></i>';
    const request = {
      htmlContent:
        '<title>Form</title>{{raw}}<input name="town" value="Köln"><p style="break-before: page">two</p>' +
        '<canvas width="40" height="40"></canvas>',
      templateData: { filler: 'x'.repeat(4_500_000) },
      templating: 'none',
      meta: { order: 'A-17' },
      options: {
        forms: true,
        report: true,
        firstPageNumber: 8,
        deviceScaleFactor: 3,
        footer: [
          { content: `first ${number}`, height: 15, pages: 'first' },
          { content: `later ${number}`, height: 15 },
        ],
      },
    };
    const { status, body } = await send(key, JSON.stringify(request));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ data: { filename: 'Form.pdf', meta: { order: 'A-17' } } });
    const { data } = generated.parse(body);
    const bytes = new Uint8Array(await (await fetch(data.url)).arrayBuffer());
    const { text, pages } = await inspectPdf(bytes);
    expect(pages).toHaveLength(2);
    expect(text).toMatch(/\{\{raw\}\}.*first 8.*two.*later 9/s);
    expect(Buffer.from(bytes).includes('/Subtype /Widget')).toBe(true);

    const failing = { ...request, htmlContent: '<input name="town" value="Łódź">' };
    const faults = readError(
      await send(key, JSON.stringify({ ...failing, options: { forms: true, failOn: ['glyphs'] } })),
    );
    expect(faults).toMatchObject({ code: 'GLYPHS_MISSING', details: [expect.stringContaining('"town"')] });
  });

  variation('makes an electronic invoice, whose XML is beside the PDF', async () => {
    const { key } = await tenant('growth');
    const invoice = (changes: object) =>
      JSON.stringify({
        htmlContent: '<h1>Invoice {{number}}',
        templateData: { ...invoiceData(), ...changes, filler: 'x'.repeat(4_500_000) },
        options: { eInvoice: { profile: 'basic', data: '.' } },
      });
    const { status, body } = await send(key, invoice({}));
    expect(status, JSON.stringify(body)).toBe(200);
    const { url, eInvoice } = z.object({ data: withInvoice }).parse(body).data;
    expect(await (await fetch(eInvoice.url)).text()).toContain('<ram:ID>R-17</ram:ID>');
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).includes('/AFRelationship /Alternative')).toBe(
      true,
    );
    const refused = readError(await send(key, invoice(WRONG_TOTAL)));
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [expect.stringMatching(/^templateData\.totals\.withVat: BR-CO-15 /)],
    });
  });

  variation('is watermarked and not charged for a test key', async () => {
    const { key } = await tenant('growth', 'test');
    const { data, usage } = generated.parse((await send(key, reportOf(5_000_000))).body);
    const bytes = new Uint8Array(await (await fetch(data.url)).arrayBuffer());
    expect((await inspectPdf(bytes)).text).toContain('TEST');
    expect(usage.quotaUsed).toBe(0);
  });

  variation('reports errors in the same order as the edge lane', async () => {
    const { key, workspaceId } = await tenant('growth');
    await operator().setWorkspace(workspaceId, { quotaUsed: 10_000 });
    const filler = 'x'.repeat(4_500_000);
    const invalid = readError(await send(key, JSON.stringify({ templateData: { filler }, filename: '' })));
    expect(invalid).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        'htmlContent: is required, unless templateId, url or markdown is given',
        'filename: must have 1 to 255 characters',
      ],
    });
    const noCredits = readError(
      await send(key, JSON.stringify({ templateId: 'tpl_none', templateData: { filler } })),
    );
    expect(noCredits.code).toBe('NO_CREDITS_AVAILABLE');
    await operator().setWorkspace(workspaceId, { quotaUsed: 0 });
    const noTemplate = readError(
      await send(key, JSON.stringify({ templateId: 'tpl_none', templateData: { filler } })),
    );
    expect(noTemplate.code).toBe('TEMPLATE_NOT_FOUND');
    expect(await quotaUsed(workspaceId)).toBe(0);
  });

  test.each(
    typical(
      [
        [
          'that is not JSON',
          `{"htmlContent": "${'x'.repeat(4_500_000)}`,
          'body: Malformed JSON in request body',
        ],
        [
          'over twice the limit',
          JSON.stringify({ htmlContent: 'x'.repeat(20_000_001) }),
          'body: is larger than',
        ],
        [
          'with HTML over the limit',
          JSON.stringify({ htmlContent: 'x'.repeat(10_000_001) }),
          'htmlContent: is 10000001 bytes',
        ],
      ],
      1,
    ),
  )('%s is a VALIDATION_ERROR that says so', LONG, async (_what, text, detail) => {
    const { key } = await tenant('growth');
    const { code, details } = readError(await send(key, text));
    expect(code).toBe('VALIDATION_ERROR');
    expect(details?.[0]).toContain(detail);
  });

  variation('may be sent as gzip, and is refused if it is none', async () => {
    const { key, workspaceId } = await tenant('growth');
    const headers = { 'Content-Encoding': 'gzip' };
    const packed = new Blob([gzipSync(reportOf(5_000_000))]).stream();
    expect((await send(key, packed, headers)).status).toBe(200);
    const malformed = await send(key, inChunks('plain text'), headers);
    expect(malformed.status).toBe(400);
    expect(readError(malformed).details).toEqual(['body: is not valid gzip']);
    expect(await quotaUsed(workspaceId)).toBe(1);
  });

  variation('reports where a template is broken', async () => {
    const { key } = await tenant('growth');
    const broken = JSON.stringify({ htmlContent: `<p>{{#if}}${'x'.repeat(4_500_000)}` });
    const { code, message } = readError(await send(key, broken));
    expect(code).toBe('TEMPLATE_COMPILATION_ERROR');
    expect(message).toMatch(/^html/);
  });

  test('is replayed for the same idempotency key, and rejected with another body', async () => {
    const { key, workspaceId } = await tenant('growth');
    const headers = { 'Idempotency-Key': 'once' };
    const first = await send(key, reportOf(5_000_000), headers);
    const again = await send(key, reportOf(5_000_000), headers);
    expect(generated.parse(again.body).data.fileId).toBe(generated.parse(first.body).data.fileId);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(readError(await send(key, reportOf(6_000_000), headers)).code).toBe('IDEMPOTENCY_CONFLICT');
    expect(await quotaUsed(workspaceId)).toBe(1);
  });

  variation('has its unknown fields in the report, or is refused for them', async () => {
    const { key, workspaceId } = await tenant('growth');
    const templateData = { filler: 'x'.repeat(4_500_000) };
    const body = JSON.stringify({
      htmlContent: 'x',
      templateData,
      options: { landscape: true, report: true },
    });
    const answered = (await send(key, body)).body;
    const { report } = reported.parse(answered);
    expect(report.warnings.map(({ field }) => field)).toEqual(['options.landscape']);
    expect(answered).toMatchObject({ warnings: [{ field: 'options.landscape' }] });
    const strict = await send(key, body, { Prefer: 'handling=strict' });
    expect(readError(strict).details).toEqual([
      'options.landscape: is not known; did you mean options.orientation?',
    ]);
    expect(strict.headers.get('Preference-Applied')).toBe('handling=strict');
    expect(await quotaUsed(workspaceId)).toBe(1);
  });

  variation('or of unknown length runs into the timeout of its plan and is not charged', async () => {
    const { key, workspaceId } = await tenant('free');
    const body = {
      htmlContent: 'x',
      templateData: { filler: 'x'.repeat(1_000_000) },
      options: { waitForSelector: '#never' },
    };
    expect(readError(await send(key, inChunks(JSON.stringify(body)))).code).toBe('REQUEST_TIMEOUT');
    expect(await quotaUsed(workspaceId)).toBe(0);
  });
});
