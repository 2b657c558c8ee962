import { expect, test } from 'vitest';
import { z } from 'zod';
import { acceptBatch, batchIn, postBatch, rowsOf } from '../support/batches.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

/** One invoice in three languages. Arabic is written from right to left. */
const INVOICE = {
  name: 'invoice',
  content:
    '<html lang="{{@locale}}" dir="{{@dir}}"><title>{{t "title"}}</title>' +
    '<h1>{{t "title"}} {{number}}</h1><p>{{t "rows" count=rows.length}} {{currency total "EUR"}} {{t (concat "status." status)}}',
  settings: {
    outputName: '{{t "title"}} {{number}}',
    footer: { height: 10, content: '{{t "title"}}, {{formatDate "2026-03-01" "long"}}' },
  },
  translations: {
    en: {
      title: 'Invoice',
      rows: '{count, plural, one {# row} other {# rows}}',
      status: { paid: 'Paid', open: 'Open' },
    },
    de: {
      title: 'Rechnung',
      rows: '{count, plural, one {# Zeile} other {# Zeilen}}',
      status: { paid: 'Bezahlt' },
    },
    ar: { title: 'فاتورة', rows: '{count, plural, two {صفان} other {# صف}}', status: { paid: 'مدفوع' } },
  },
};

const DATA = { number: 'A-17', rows: [1, 2], total: 1234.5, status: 'paid' };

async function putInvoice(tenant: Tenant): Promise<string> {
  const answered = await ask(tenant, '/v1/templates', INVOICE);
  expect(answered.status, answered.text).toBe(201);
  return z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(answered.text)).data.id;
}

const ask = (tenant: Tenant, path: string, body: unknown) =>
  send(path, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ').normalize('NFKC');

test('one template prints in the language of the request, in the page, the footer and the filename', async () => {
  const tenant = await Tenant.create();
  const templateId = await putInvoice(tenant);
  const print = async (locale: string | undefined) => {
    const options = locale === undefined ? {} : { locale };
    const { data } = expectGenerated(await tenant.generate({ templateId, templateData: DATA, options }));
    return { filename: data.filename, text: plain((await inspectPdf((await send(data.url)).bytes)).text) };
  };

  const english = await print(undefined);
  expect(english.text).toContain('Invoice A-17 2 rows €1,234.50 Paid');
  expect(english.text).toContain('Invoice, March 1, 2026');
  expect(english.filename).toBe('Invoice A-17.pdf');

  const german = await print('de-DE');
  expect(german.text).toContain('Rechnung A-17 2 Zeilen 1.234,50 € Bezahlt');
  expect(german.text).toContain('Rechnung, 1. März 2026');
  expect(german.filename).toBe('Rechnung A-17.pdf');

  const arabic = await print('ar');
  expect(arabic.filename).toBe('فاتورة A-17.pdf');
});

variation('a row of a batch has its own language, and a missing text fails with failOn alone', async () => {
  const tenant = await Tenant.create();
  const templateId = await putInvoice(tenant);
  const open = { ...DATA, status: 'open' };
  const german = { templateId, templateData: open, options: { locale: 'de', report: true } };
  const detail = '"status.open" has no text in de. The text in en was printed.';

  const printed = JSON.parse((await tenant.generate(german)).text);
  expect(printed.report.warnings).toMatchObject([
    { code: 'TRANSLATION_MISSING', message: expect.stringContaining(detail), field: 'options.locale' },
  ]);
  const refused = await tenant.generate({ ...german, options: { locale: 'de', failOn: ['translations'] } });
  expect(expectRefusal(refused, 'TRANSLATIONS_MISSING').details).toEqual([expect.stringContaining(detail)]);
  const unknown = await tenant.generate({ ...german, options: { locale: 'xx' } });
  expect(expectRefusal(unknown, 'VALIDATION_ERROR').details).toEqual([
    'options.locale: "xx" is not a known locale such as "de-DE"',
  ]);

  const rows = [
    { externalId: 'default', templateData: DATA },
    { externalId: 'arabic', templateData: DATA, locale: 'ar' },
    { externalId: 'open', templateData: open, locale: 'en' },
    { externalId: 'missing', templateData: open },
  ];
  const faulty = { templateId, onRowError: 'stop', rows: [{ ...rows[0], locale: 'xx' }] };
  expect(expectRefusal(await postBatch(tenant, faulty), 'VALIDATION_ERROR').details).toEqual([
    'rows[0].locale: "xx" is not a known locale such as "de-DE"',
  ]);
  const options = { locale: 'de', failOn: ['translations'] };
  const { batchId } = await acceptBatch(tenant, { templateId, options, rows });
  await batchIn(tenant, batchId, 'completed');
  const ended = await rowsOf(tenant, batchId);
  expect(ended.map(({ externalId, file, error }) => [externalId, file?.filename ?? error?.code])).toEqual([
    ['default', 'Rechnung A-17.pdf'],
    ['arabic', 'فاتورة A-17.pdf'],
    ['open', 'Invoice A-17.pdf'],
    ['missing', 'TRANSLATIONS_MISSING'],
  ]);
});

variation('a preview prints in the language of its request', async () => {
  const tenant = await Tenant.create();
  const templateId = await putInvoice(tenant);
  const body = { templateData: DATA, locale: 'de' };
  const { bytes } = await ask(tenant, `/v1/templates/${templateId}/preview`, body);
  expect(plain((await inspectPdf(bytes)).text)).toContain('Rechnung A-17 2 Zeilen');
});

const EUROPEAN =
  'bg hr cs da nl en et fi fr de el hu ga it lv lt mt pl pt ro sk sl es sv is nn mk sq bs hy ka eu gl cy lb';

test('every language of Europe prints, and one without formats says whose it got', async () => {
  const tenant = await Tenant.create();
  const print = async (locale: string, htmlContent = "<html lang={{@locale}}>{{currency 1234.5 'EUR'}}") => {
    const answer = await tenant.generate({ htmlContent, options: { locale, report: true } });
    const { data } = expectGenerated(answer);
    const { warnings } = JSON.parse(answer.text).report;
    return { warnings, text: plain((await inspectPdf((await send(data.url)).bytes)).text) };
  };
  const warnings = new Map<string, unknown>();
  for (const locale of EUROPEAN.split(' ')) {
    const printed = await print(locale);
    expect(printed.text.replaceAll(/[\s.,]/g, ''), locale).toMatch(/123450/);
    if (printed.warnings.length > 0) warnings.set(locale, printed.warnings);
  }
  expect(warnings.get('ga')).toEqual([
    {
      code: 'LOCALE_FALLBACK',
      message: 'There are no formats for "ga" here: its numbers, dates and plurals are those of "en-IE".',
      field: 'options.locale',
    },
  ]);
  expect([...warnings.keys()].join(' ')).toBe('ga mt is nn mk sq hy ka eu gl cy lb');
  expect((await print('sq-AL')).text).toBe('1234,50 €');

  // A text without formatted values needs no formats, and a call that names its locale is warned of too.
  expect((await print('sq-AL', '{{upper "x"}} {{@locale}}')).warnings).toEqual([]);
  expect((await print('de', '{{currency 1 "EUR" locale="is-IS"}}')).warnings).toMatchObject([
    { code: 'LOCALE_FALLBACK', field: null },
  ]);
});
