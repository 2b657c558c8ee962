import { PROFILES } from '@platen/e-invoice';
import { expect, test, vi } from 'vitest';
import { checkTemplate } from '../../../compose/check-template.ts';
import { addInvoice, compose } from '../../../compose/compose.ts';
import { type InvoiceMaker, loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import { generateRequest, type RequestOptions } from '../../../schema/api/generate.ts';
import { type TemplateSettings, templateSettings } from '../../../schema/api/pdf-options.ts';
import { unlimited } from '../../support/unlimited.ts';

const TOTAL = { rule: 'BR-CO-15', term: 'BT-112', message: 'The total with VAT is 119.00.' };

const NUMBER = { field: 'number', term: 'BT-1', kind: 'code', value: 'R-17' } as const;
const SHOWN = { values: [NUMBER], lines: [] };

const makeInvoiceXml = vi.fn<(data: unknown) => ReturnType<InvoiceMaker['makeInvoiceXml']>>(async (data) => {
  const { number } = { number: undefined, ...(data as object) };
  return number === undefined
    ? { problems: [{ ...TOTAL, field: 'totals.withVat' }] }
    : { xml: `<invoice>${JSON.stringify(number)}</invoice>`, shown: async () => SHOWN };
});

/** Accepts everything but an invoice without a number. */
const maker: InvoiceMaker = {
  PROFILES,
  makeInvoiceXml,
  readShown: async () => SHOWN,
  checkInvoiceXml: async (xml) =>
    xml.includes('bad') ? [{ ...TOTAL, field: '/Invoice/Total', term: null }] : [],
};

interface Given {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly settings?: TemplateSettings;
}

type EInvoice = RequestOptions['eInvoice'];

const composed = async (options: RequestOptions, { data = {}, settings }: Given = {}) => {
  const planned = compose({
    meter: unlimited(),
    content: '<p>x',
    template: settings ? { name: 'Invoice', settings } : null,
    data,
    options: generateRequest.parse({ htmlContent: 'x', options }).options ?? {},
    invoiceMaker: maker,
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  return addInvoice(planned, maker, unlimited());
};

async function problemsOf(options: RequestOptions, given?: Given): Promise<readonly string[]> {
  try {
    await composed(options, given);
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    throw error;
  }
  return [];
}

const XML: EInvoice = { profile: 'en16931', xml: '<invoice/>' };

test('the XML is an attachment of a PDF/A-3, whose XMP says what it is', async () => {
  const { job, eInvoice } = await composed({ eInvoice: XML });
  expect(eInvoice).toEqual({ profile: 'en16931', xml: '<invoice/>' });
  expect(job.finish).toMatchObject({
    pdfa: '3b',
    facturX: { fileName: 'factur-x.xml', conformanceLevel: 'EN 16931' },
    attachments: [
      {
        name: 'factur-x.xml',
        mediaType: 'text/xml',
        relationship: 'Alternative',
        content: { text: '<invoice/>' },
      },
    ],
  });
});

test.each(['basic', 'en16931', 'xrechnung'] as const)(
  'the names of %s are those of the profile',
  async (profile) => {
    const { fileName, conformanceLevel } = PROFILES[profile];
    const { finish } = (await composed({ eInvoice: { profile, xml: '<x/>' } })).job;
    expect(finish?.attachments[0]?.name).toBe(fileName);
    expect(finish?.facturX).toEqual({ fileName, conformanceLevel });
  },
);

test('the XML of Peppol is beside a PDF that is as it was asked for', async () => {
  const { job, eInvoice } = await composed({
    eInvoice: { profile: 'peppol', xml: '<Invoice/>' },
    forms: true,
  });
  expect(eInvoice?.xml).toBe('<Invoice/>');
  expect(job).not.toHaveProperty('finish');
});

test('other attachments, metadata, watermarks and levels of part 3 stay', async () => {
  const { finish } = (
    await composed({
      eInvoice: XML,
      pdfa: '3a',
      attachments: [{ name: 'a.txt', content: 'x' }],
      metadata: { title: 'Invoice' },
      watermark: { text: 'COPY' },
    })
  ).job;
  expect(finish).toMatchObject({ pdfa: '3a', metadata: { title: 'Invoice' }, watermark: { opacity: 0.15 } });
  expect(finish?.attachments.map(({ name }) => name)).toEqual(['a.txt', 'factur-x.xml']);
});

test('data is an object, or a path into the data of the template', async () => {
  const invoice = { number: 'A&1' };
  const options = (data: NonNullable<EInvoice>['data']) => ({
    eInvoice: { profile: 'basic' as const, data },
  });
  const xml = '<invoice>"A&1"</invoice>';
  expect((await composed(options(invoice))).eInvoice?.xml).toBe(xml);
  expect((await composed(options('order.invoice'), { data: { order: { invoice } } })).eInvoice?.xml).toBe(
    xml,
  );
  expect((await composed(options('.'), { data: invoice })).eInvoice?.xml).toBe(xml);
  // Texts of the data are data: nothing is filled.
  expect((await composed(options({ number: '{{x}}' }), { data: { x: 1 } })).eInvoice?.xml).toContain('{{x}}');
  for (const path of ['order', 'order.invoice', '__proto__', 'constructor.name'])
    expect(await problemsOf(options(path))).toEqual([`options.eInvoice.data: templateData has no "${path}"`]);
});

test('the template of the XML has the same data, with values escaped for XML', async () => {
  const eInvoice = { profile: 'basic' as const, xmlTemplate: '{{! comment }}\n<a b="{{name}}">{{name}}</a>' };
  const given = { data: { name: `<"A" & 'B'>` } };
  const escaped = '&lt;&quot;A&quot; &amp; &#x27;B&#x27;&gt;';
  expect((await composed({ eInvoice }, given)).eInvoice?.xml).toBe(`<a b="${escaped}">${escaped}</a>`);
});

test('a mistake in the template of the XML names its place', async () => {
  const eInvoice: EInvoice = { profile: 'basic', xmlTemplate: '<a>\n{{money total}}</a>' };
  await expect(composed({ eInvoice })).rejects.toThrow(
    expect.objectContaining({
      name: 'TemplateError',
      document: 'eInvoice',
      position: { line: 2, column: 1 },
    }),
  );
  const names: RequestOptions = {
    eInvoice: { profile: 'basic', xmlTemplate: '<a>{{totl}}</a>' },
    report: true,
  };
  expect((await composed(names)).job.warnings).toEqual([
    expect.objectContaining({ code: 'EMPTY_PLACEHOLDER', field: 'options.eInvoice' }),
  ]);
});

test('a problem names the rule, the field and the business term', async () => {
  const path: EInvoice = { profile: 'basic', data: 'invoice' };
  const said = 'The total with VAT is 119.00.';
  expect(await problemsOf({ eInvoice: path }, { data: { invoice: {} } })).toEqual([
    `templateData.invoice.totals.withVat: BR-CO-15 (BT-112): ${said}`,
  ]);
  expect(await problemsOf({ eInvoice: { profile: 'basic', data: {} } })).toEqual([
    `options.eInvoice.data.totals.withVat: BR-CO-15 (BT-112): ${said}`,
  ]);
  expect(await problemsOf({ eInvoice: { profile: 'basic', xml: '<bad/>' } })).toEqual([
    `options.eInvoice.xml: BR-CO-15, /Invoice/Total: ${said}`,
  ]);
});

test.each([
  [{ profile: 'basic' }, {}, 'options.eInvoice: needs "data", "xml" or "xmlTemplate"'],
  [{ xml: '<a/>' }, {}, 'options.eInvoice.profile: is required'],
  [
    { profile: 'basic', xml: '<a/>', data: '.' },
    {},
    'options.eInvoice.xml: must not be given together with options.eInvoice.data',
  ],
  [
    XML,
    { pdfa: '2b' },
    'options.pdfa: must not be "2b" together with options.eInvoice, which needs "3b", "3u" or "3a"',
  ],
  [
    XML,
    { pdfa: 'none' },
    'options.pdfa: must not be "none" together with options.eInvoice, which needs "3b", "3u" or "3a"',
  ],
  [
    XML,
    { encryption: { userPassword: 'x' } },
    'options.eInvoice: must not be given together with options.encryption',
  ],
  [XML, { forms: true }, 'options.eInvoice: must not be given together with options.forms'],
  [
    XML,
    { attachments: [{ name: 'factur-x.xml', content: 'x' }] },
    'options.attachments[0].name: "factur-x.xml" is the name of the file of options.eInvoice',
  ],
] as const satisfies readonly (readonly [EInvoice, RequestOptions, string])[])(
  'what does not go together is refused: %j %j',
  async (eInvoice, others, problem) => {
    expect(await problemsOf({ eInvoice, ...others })).toEqual([problem]);
  },
);

test('a request turns off the invoice of a template, and replaces its profile and its source', async () => {
  const settings = { eInvoice: { profile: 'basic' as const, data: 'invoice' } };
  const given = { settings, data: { invoice: { number: 1 } } };
  expect((await composed({}, given)).eInvoice).toEqual({ profile: 'basic', xml: '<invoice>1</invoice>' });
  expect(await composed({ eInvoice: { enabled: false } }, given)).toMatchObject({ eInvoice: null });
  expect((await composed({ eInvoice: { profile: 'xrechnung' } }, given)).eInvoice?.profile).toBe('xrechnung');
  expect((await composed({ eInvoice: { xml: '<x/>' } }, given)).eInvoice).toEqual({
    profile: 'basic',
    xml: '<x/>',
  });
});

test('a template is checked when it is saved', () => {
  const check = (eInvoice: EInvoice) => () =>
    checkTemplate({ meter: unlimited(), content: 'x', settings: templateSettings.parse({ eInvoice }) });
  expect(check({ profile: 'basic', xmlTemplate: '<a>{{#if}}' })).toThrow(TemplateError);
  expect(check({ profile: 'basic' })).not.toThrow();
  expect(check({ data: '.', xmlTemplate: '<a/>' })).toThrow(
    expect.objectContaining({
      details: ['settings.eInvoice.xmlTemplate: must not be given together with settings.eInvoice.data'],
    }),
  );
});

test('an invoice has a limit, and so have its problems', async () => {
  const long: EInvoice = { profile: 'basic', xmlTemplate: '{{#each rows}}{{text}}{{/each}}' };
  const rows = Array.from({ length: 60 }, () => ({ text: 'ä'.repeat(50_000) }));
  const planned = compose({
    meter: unlimited(),
    content: 'x',
    template: null,
    data: { rows },
    options: { eInvoice: long },
    invoiceMaker: maker,
    filename: null,
    maxHtmlBytes: 50_000_000,
    watermark: null,
    now: 0,
  });
  await expect(addInvoice(planned, maker, unlimited())).rejects.toThrow(
    expect.objectContaining({
      details: ['options.eInvoice.xmlTemplate: makes 6000000 bytes of XML; 5000000 are allowed'],
    }),
  );
  makeInvoiceXml.mockResolvedValueOnce({
    problems: Array.from({ length: 90 }, (_, index) => ({ ...TOTAL, field: `lines[${index}]` })),
  });
  const problems = await problemsOf({ eInvoice: { profile: 'basic', data: {} } });
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toBe('options.eInvoice.data: 70 more problems');
});

test('the rules are loaded only for an invoice', async () => {
  expect(await loadInvoiceMaker({}, null, undefined)).toBeNull();
  expect(await loadInvoiceMaker({}, { eInvoice: { profile: 'basic' } })).toMatchObject({ PROFILES });
});
