import { beforeAll, describe, expect, test } from 'vitest';
import { inspectPdf } from '../support/pdf.ts';
import {
  expectGenerated,
  expectRateLimitHeaders,
  expectRefusal,
  HELLO,
  send,
  Tenant,
} from '../support/service-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'starter' });
});

describe('a generation from HTML', () => {
  test('has barcodes, whose library the built Worker evaluates at the first one', async () => {
    const generate = (code: string) =>
      tenant.generate({ htmlContent: `{{barcode "${code}" type="ean13"}}{{barcode "A-17" type="code128"}}` });
    expectGenerated(await generate('978020137962'));
    const { message } = expectRefusal(await generate('97802013796'), 'TEMPLATE_COMPILATION_ERROR');
    expect(message).toContain('barcode: EAN-13 must be 12 or 13 digits');
  });

  test('answers with exactly the fields of the contract', async () => {
    const before = Date.now();
    const answer = await tenant.generate(HELLO);
    const body = expectGenerated(answer);

    expect(answer.headers.get('x-request-id')).toBe(body.requestId);
    expect((await send(body.data.url)).bytes.length).toBe(body.data.size);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['data', 'requestId', 'success', 'usage']);
    expect(JSON.parse(answer.text).data).toEqual({
      fileId: expect.stringMatching(/^\S{22,}$/),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      signedUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
      filename: 'document.pdf',
      mediaType: 'application/pdf',
      size: expect.any(Number),
      expiresAt: expect.stringMatching(ISO_8601),
      storageProvider: 'firebase',
      processingTimeMs: expect.any(Number),
      generationMethod: 'html',
      templateUsed: null,
    });
    expect(Object.keys(JSON.parse(answer.text).usage).sort()).toEqual([
      'quotaLimit',
      'quotaUsed',
      'remaining',
    ]);
    const validForMs = Date.parse(body.data.expiresAt) - before;
    expect(validForMs).toBeGreaterThan(DAY_MS - 5_000);
    expect(validForMs).toBeLessThan(DAY_MS + 60_000);
  });

  test('takes the options of page.pdf() as they are', async () => {
    const generate = (pdfOptions: object) => ({ htmlContent: '<body style="margin:0">Body', pdfOptions });
    const { pages } = await tenant.print(
      generate({
        format: 'a5',
        landscape: true,
        margin: { top: '1in', left: 96, bottom: '2cm' },
        displayHeaderFooter: true,
        headerTemplate: '<p style="font-size:16px;margin:0">Head</p>',
        footerTemplate: '<span class="pageNumber"></span> of <span class="totalPages"></span>',
      }),
    );
    const [page] = pages;
    expect([page?.widthMm, page?.heightMm]).toEqual([expect.closeTo(210, 0), expect.closeTo(148, 0)]);
    const piece = (text: string) => page?.pieces.find((one) => one.text.startsWith(text));
    expect(piece('Body')?.xMm).toBeCloseTo(25.4, 0);
    expect(piece('Head')?.yMm).toBeLessThan(25.4);
    expect(piece('Body')?.yMm).toBeGreaterThan(25.4);
    expect(page?.text).toContain('1 of 1');
    const { warnings } = JSON.parse((await tenant.generate(generate({ path: 'a.pdf' }))).text);
    expect(warnings).toEqual([expect.objectContaining({ code: 'UNKNOWN_FIELD' })]);
    const { details } = expectRefusal(await tenant.generate(generate({ format: 'b4' })), 'VALIDATION_ERROR');
    expect(details).toEqual([expect.stringMatching(/^pdfOptions\.format: must be one of: a0, /)]);
  });

  test('fills the placeholders from templateData, nested objects and arrays included', async () => {
    const pdf = await tenant.print({
      htmlContent:
        '<p>{{customer.name}} owes {{currency total "EUR"}}</p>{{#each items}}<p>{{@index}}: {{title}}</p>{{/each}}',
      templateData: {
        customer: { name: 'Ada' },
        total: 1234.5,
        items: [{ title: 'ink' }, { title: 'paper' }],
      },
    });
    expect(pdf.text).toBe('Ada owes €1,234.50 0: ink 1: paper');
  });

  test('runs the scripts of the page, and prints non-ASCII characters', async () => {
    const pdf = await tenant.print({
      htmlContent: '<p>Größe für Åsa: ½ € <b id="a"></b></p><script>a.textContent = 6 * 7</script>',
    });
    expect(pdf.text).toBe('Größe für Åsa: ½ € 42');
  });

  test('reports the phases in Server-Timing', async () => {
    const timing = (await tenant.generate(HELLO)).headers.get('server-timing') ?? '';
    const phases = timing.split(',').map((entry) => entry.trim().split(';')[0]);
    expect(phases).toEqual(expect.arrayContaining(['auth', 'admit', 'compose', 'print', 'store', 'commit']));
    expect(timing).toMatch(/print;dur=\d/);
    expect(phases.at(-1)).toBe('other');
  });

  test('has the bytes of the answer from storage only for a replay', async () => {
    const headers = { Accept: 'application/pdf', 'Idempotency-Key': 'timing-of-a-replay' };
    const [made, replayed] = [await tenant.generate(HELLO, headers), await tenant.generate(HELLO, headers)];
    expect(made.headers.get('server-timing')).not.toContain('read;');
    expect(replayed.headers.get('server-timing')).toContain('read;');
    expect(made.headers.get('content-disposition')).toBe(replayed.headers.get('content-disposition'));
    expect(made.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(made.bytes).equals(Buffer.from(replayed.bytes))).toBe(true);
  });

  test('shows the rate limit of the plan, counting down', async () => {
    const one = await Tenant.create({ plan: 'growth' });
    const first = expectRateLimitHeaders(await one.generate(HELLO));
    const second = expectRateLimitHeaders(await one.generate(HELLO));
    expect(first).toMatchObject({ limit: 200, remaining: 199 });
    expect(second).toEqual({ limit: 200, remaining: 198, resetAt: first.resetAt });
    expect(first.resetAt).toBeGreaterThan(Date.now() / 1000);
    expect(first.resetAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);
  });
});

describe('a generation from a saved template', () => {
  test('names the template and the method', async () => {
    const template = await tenant.putTemplate('greeting', '<p>Dear {{name}}</p>');
    const answer = await tenant.generate({ templateId: template.id, templateData: { name: 'Ada' } });
    const { data } = expectGenerated(answer);
    expect(data).toMatchObject({
      generationMethod: 'template',
      templateUsed: { id: template.id, name: 'greeting' },
      filename: 'greeting.pdf',
    });
    expect((await inspectPdf((await send(data.url)).bytes)).text).toBe('Dear Ada');
  });

  test('uses the current content of the template', async () => {
    const first = await tenant.putTemplate('changing', '<p>old</p>');
    expect((await tenant.print({ templateId: first.id })).text).toBe('old');
    const second = await tenant.putTemplate('changing', '<p>new</p>');
    expect(second.id).toBe(first.id);
    expect((await tenant.print({ templateId: first.id })).text).toBe('new');
  });

  test('has the settings of the template, which its options override field by field', async () => {
    const html =
      '<style>body, p { margin: 0 } p { font: 10pt/1 monospace }</style><p>{{currency 1.5 "EUR"}}</p>';
    const settings = {
      format: 'A5',
      orientation: 'landscape',
      locale: 'de-DE',
      margin: { top: 50, left: 50 },
      header: { content: 'letterhead' },
    };
    const { id } = await tenant.putTemplate('a5', html, settings);
    const asSaved = await tenant.print({ templateId: id });
    expect(asSaved.pages[0]).toMatchObject({ orientation: 'landscape', widthMm: expect.closeTo(210, 0) });
    expect(asSaved.text).toMatch(/1,50 €.*letterhead/);
    const options = { format: 'A3', margin: { left: 20 }, header: { enabled: false } };
    const { pages, text } = await tenant.print({ templateId: id, options });
    expect(pages[0]).toMatchObject({ orientation: 'landscape', widthMm: expect.closeTo(420, 0) });
    expect(text).toBe('1,50 €');
    expect(pages[0]?.pieces[0]?.xMm).toBeCloseTo(20, 0);
    expect(pages[0]?.pieces[0]?.yMm).toBeGreaterThan(50);
  });
});

describe('Accept: application/pdf', () => {
  test('answers with the PDF, and with the other fields in headers', async () => {
    const one = await Tenant.create();
    const answer = await one.generate({ ...HELLO, filename: 'Grüße' }, { Accept: 'application/pdf' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect((await inspectPdf(answer.bytes)).text).toBe('Hello');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf");
    expect(answer.headers.get('x-file-id')).toMatch(/^\S{22,}$/);
    expect(answer.headers.get('x-usage-remaining')).toBe('99');
    expect(answer.headers.get('x-quota-used')).toBe('1');
    expect(answer.headers.get('x-quota-limit')).toBe('100');
    expect(answer.headers.get('x-processing-time-ms')).toMatch(/^\d+$/);
    expectRateLimitHeaders(answer);
    for (const header of ['x-file-url', 'x-file-signed-url']) {
      const file = await send(answer.headers.get(header) ?? '');
      expect(file.bytes, header).toEqual(answer.bytes);
    }
  });

  test('still answers a refusal in JSON', async () => {
    const answer = await tenant.generate({}, { Accept: 'application/pdf' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  test('answers in JSON if the client accepts any type', async () => {
    expectGenerated(await tenant.generate(HELLO, { Accept: '*/*' }));
  });
});

describe('a test key', () => {
  test('prints a watermark on every page and spends nothing', async () => {
    const one = await Tenant.create({ environment: 'test' });
    expect(one.key).toMatch(/^pk_test_[A-Za-z0-9]{32}$/);
    const answer = await one.generate({ htmlContent: '<p>one</p><p style="break-before: page">two</p>' });
    expect(expectRateLimitHeaders(answer)).toMatchObject({ limit: 60, remaining: 59 });
    const { data, usage } = expectGenerated(answer);
    const pdf = await inspectPdf((await send(data.url)).bytes);
    expect(pdf.pages.map((page) => page.text.includes('TEST'))).toEqual([true, true]);
    expect(usage).toEqual({ remaining: 100, quotaUsed: 0, quotaLimit: 100 });
  });
});

describe('a live key', () => {
  test('prints no watermark', async () => {
    expect(tenant.key).toMatch(/^pk_live_[A-Za-z0-9]{32}$/);
    expect((await tenant.print(HELLO)).text).toBe('Hello');
  });
});
