import { AwsClient } from 'aws4fetch';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { assemble } from '../support/assembling.ts';
import { acceptBatch, batchIn, rowsOf } from '../support/batches.ts';
import { decodeWarnings } from '../../schema/warnings-header.ts';
import { invoiceData, WRONG_TOTAL } from '../support/e-invoice.ts';
import { accept, jobIn } from '../support/jobs.ts';
import { expectGenerated, expectRefusal, operator, send, Tenant } from '../support/service-client.ts';
import { s3Target } from '../support/stores/targets.ts';
import { readZip } from '../support/zip.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'starter' });
});

const HTML = '<h1>Invoice {{number}}</h1><p>{{buyer.name}}';

const BODY = {
  htmlContent: HTML,
  templateData: invoiceData(),
  filename: 'invoice-17',
  options: { eInvoice: { profile: 'en16931', data: '.' } },
};

const generate = async (body: object = BODY) => expectGenerated(await tenant.generate(body)).data;

const download = async (url: string | undefined) => (await send(url ?? '')).bytes;

const textOf = async (url: string | undefined): Promise<string> =>
  new TextDecoder().decode(await download(url));

async function embeddedIn(url: string | undefined): Promise<Record<string, string>> {
  const document = await getDocument({ data: await download(url), verbosity: 0 }).promise;
  const embedded: Record<string, string> = {};
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const content = await document.getAttachmentContent(id);
    embedded[filename] = new TextDecoder().decode(content ?? new Uint8Array());
  }
  return embedded;
}

describe('the XML of an invoice', () => {
  test('is in the PDF and beside it, and is that of the data', async () => {
    const { eInvoice, url } = await generate();
    const xml = await send(eInvoice?.url ?? '');
    expect(xml.headers.get('content-type')).toBe('text/xml');
    expect(xml.headers.get('content-disposition')).toContain('attachment; filename="invoice-17.xml"');
    expect(eInvoice).toMatchObject({ profile: 'en16931', size: xml.bytes.byteLength });
    expect(xml.text).toContain('Köhler &amp; Söhne');
    expect(xml.text).toContain('119.00');
    expect(await embeddedIn(url)).toEqual({ 'factur-x.xml': xml.text });
    const pdf = Buffer.from(await download(url)).toString('latin1');
    expect(pdf).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(pdf).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  });

  test('is the same when it is given, or filled by a template of its own', async () => {
    const fromData = await textOf((await generate()).eInvoice?.url);
    const given = await generate({ ...BODY, options: { eInvoice: { profile: 'en16931', xml: fromData } } });
    expect(await textOf(given.eInvoice?.url)).toBe(fromData);
    const xmlTemplate = fromData
      .replace('R-17', '{{number}}')
      .replace('Köhler &amp; Söhne', '{{buyer.name}}');
    const filled = await generate({ ...BODY, options: { eInvoice: { profile: 'en16931', xmlTemplate } } });
    expect(await textOf(filled.eInvoice?.url)).toBe(fromData);
  });

  test('is only beside the PDF for Peppol', async () => {
    const seller = {
      ...invoiceData().seller,
      electronicAddress: 'DE312845907',
      electronicAddressScheme: '9930',
      contact: { name: 'Ann Example', phone: '+49 341 123456', email: 'ann@presswerk.example' },
    };
    const buyer = {
      ...invoiceData().buyer,
      electronicAddress: 'DE118620447',
      electronicAddressScheme: '9930',
    };
    const { eInvoice, url } = await generate({
      ...BODY,
      templateData: invoiceData({ seller, buyer, buyerReference: 'PO 1' }),
      options: { eInvoice: { profile: 'peppol', data: '.' } },
    });
    expect(await textOf(eInvoice?.url)).toContain('urn:oasis:names:specification:ubl:schema:xsd:Invoice-2');
    expect(await embeddedIn(url)).toEqual({});
  });

  test('has the access of its file, and is deleted with it', async () => {
    const { fileId, eInvoice } = await generate();
    const url = eInvoice?.url ?? '';
    const headers = { 'X-API-Key': tenant.key };
    expect((await send(`/v1/files/${fileId}`, { headers })).text).toContain(url);
    expectRefusal(await send(url.replace(/\/\w+\/invoice\.xml$/, '/wrong/invoice.xml')), 'FILE_NOT_FOUND');
    expect((await send(`/v1/files/${fileId}`, { method: 'DELETE', headers })).status).toBe(200);
    expectRefusal(await send(url), 'FILE_NOT_FOUND');
  });

  test('is copied to the storage of the workspace beside the PDF', async () => {
    const owner = await Tenant.create({ plan: 'starter' });
    await operator().addTarget(s3Target(owner.workspaceId));
    const { externalCopies } = expectGenerated(await owner.generate(BODY)).data;
    const copy = new URL(externalCopies?.[0]?.url ?? '');
    const { endpoint, ...keys } = inject('s3');
    const client = new AwsClient({ ...keys, service: 's3', region: 'auto' });
    const xml = await client.fetch(`${new URL(endpoint).origin}${copy.pathname.replace(/\.pdf$/, '.xml')}`);
    expect(await xml.text()).toContain('R-17');
  });
});

test('a wrong total names the rule and the field, and then nothing is made or charged', async () => {
  const before = await tenant.quotaUsed();
  const refused = await tenant.generate({ ...BODY, templateData: invoiceData(WRONG_TOTAL) });
  const { details } = expectRefusal(refused, 'VALIDATION_ERROR');
  expect(details?.[0]).toMatch(/^templateData\.totals\.withVat: BR-CO-15 \(BT-112\): .*120.*119/);
  expect(await tenant.quotaUsed()).toBe(before);
});

describe('a template with an invoice', () => {
  const settings = { eInvoice: { profile: 'basic', data: '.' } };

  test('makes one for each row of a batch, and a row with a mistake fails alone', async () => {
    const { id } = await tenant.putTemplate('billed', HTML, settings);
    const rows = [
      { externalId: 'good', templateData: invoiceData() },
      { externalId: 'bad', templateData: invoiceData(WRONG_TOTAL) },
    ];
    const { batchId } = await acceptBatch(tenant, { templateId: id, output: 'zip', rows });
    const { output } = await batchIn(tenant, batchId, 'completed');
    const [good, bad] = await rowsOf(tenant, batchId);
    expect(Object.keys(await embeddedIn(good?.file?.url))).toEqual(['factur-x.xml']);
    expect(good?.file?.eInvoice?.profile).toBe('basic');
    expect(bad?.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(JSON.stringify(bad?.error)).toContain('BR-CO-15');
    const names = readZip(await download(output.url ?? undefined)).map(({ name }) => name);
    expect(names).toEqual(['good.pdf', 'good.xml']);
  });

  test('cannot be merged to one PDF by a batch', async () => {
    const { id } = await tenant.putTemplate('unmerged', HTML, settings);
    const body = { templateId: id, output: 'merged', rows: [{ externalId: 'a', templateData: {} }] };
    const headers = { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' };
    const refused = await send('/v1/batches', { method: 'POST', headers, body: JSON.stringify(body) });
    expect(expectRefusal(refused, 'VALIDATION_ERROR').details).toEqual([
      'output: must not be "merged" with options.eInvoice',
    ]);
  });

  test('is refused if its XML template has a mistake', async () => {
    const headers = { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' };
    const eInvoice = { profile: 'basic', xmlTemplate: '<a>{{#each lines}}</a>' };
    const body = JSON.stringify({ name: 'broken', content: HTML, settings: { eInvoice } });
    const refused = await send('/v1/templates', { method: 'POST', headers, body });
    expect(expectRefusal(refused, 'TEMPLATE_COMPILATION_ERROR').message).toMatch(/^eInvoice, line 1, /);
  });
});

test('a job makes one, and a finish makes one of a PDF that is kept', async () => {
  const { jobId } = await accept(tenant, BODY);
  const { file } = await jobIn(tenant, jobId, 'succeeded');
  expect(await textOf(file?.eInvoice?.url)).toContain('R-17');
  const { fileId } = await generate({ htmlContent: HTML, templateData: invoiceData() });
  const { templateData, options } = BODY;
  const finished = expectGenerated(await assemble(tenant, 'finish', { fileId, templateData, options })).data;
  expect(Object.keys(await embeddedIn(finished.url))).toEqual(['factur-x.xml']);
  expect(await textOf(finished.eInvoice?.url)).toContain('R-17');
});

describe('pages that differ from their invoice', () => {
  const PAGE =
    '<p>{{number}} {{formatDate issueDate}}, {{formatDate dueDate}}, {{formatDate delivery.date}}<p>{{seller.name}}<p>{{buyer.name}}' +
    '{{#each lines}}<p>{{quantity}} × {{name}}: {{currency netPrice "EUR"}}{{/each}}<p>19.00<p>{{currency totals.withVat "EUR"}}';
  const ACCOUNT = '<p>DE89 3704 0044 0532 0130 00';

  const answer = async (body: object) => JSON.parse((await tenant.generate(body)).text);

  test('are warnings of the report that name the field of the data', async () => {
    const options = { ...BODY.options, report: true };
    const { report } = await answer({
      ...BODY,
      htmlContent: `${PAGE}<p>100.00`,
      options,
    });
    expect(report?.warnings).toEqual([
      {
        code: 'INVOICE_DIFFERS',
        message: 'The invoice has "DE89370400440532013000" (BT-84), and the pages do not show it.',
        field: 'templateData.payment[0].iban',
      },
    ]);
    const same = await answer({ ...BODY, htmlContent: `${PAGE}<p>100.00${ACCOUNT}`, options });
    expect(same.report?.warnings).toEqual([]);
    const xml = await textOf(same.data.eInvoice?.url);
    const given = { report: true, eInvoice: { profile: 'en16931', xml } };
    const ofXml = await answer({ ...BODY, htmlContent: `${PAGE}<p>100.00`, options: given });
    expect(ofXml.report?.warnings).toMatchObject([{ field: 'options.eInvoice.xml' }]);
  });

  const WARNING = { code: 'INVOICE_DIFFERS', field: 'templateData.payment[0].iban' };

  test('are warnings of every answer, as JSON and beside a PDF, and the file keeps their number', async () => {
    const body = { ...BODY, htmlContent: `${PAGE}<p>100.00` };
    const { warnings, data, report } = await answer(body);
    expect(warnings).toMatchObject([WARNING]);
    expect(report).toBeUndefined();
    expect(data.eInvoice.differences).toBe(1);
    const pdf = await tenant.generate(body, { Accept: 'application/pdf' });
    expect(decodeWarnings(pdf.headers.get('x-warnings'))).toMatchObject([WARNING]);
    const { fileId } = await generate({ ...body, options: {} });
    const { templateData, options } = body;
    const finished = JSON.parse((await assemble(tenant, 'finish', { fileId, templateData, options })).text);
    expect(finished.warnings).toMatchObject([WARNING]);
    const { jobId } = await accept(tenant, body);
    expect((await jobIn(tenant, jobId, 'succeeded')).file?.eInvoice?.differences).toBe(1);
    const same = await answer({ ...body, htmlContent: `${PAGE}<p>100.00${ACCOUNT}` });
    expect([same.warnings, same.data.eInvoice.differences]).toEqual([undefined, 0]);
  });

  test('fail a request, also a finish, with `failOn`', async () => {
    const options = { ...BODY.options, failOn: ['invoice'] };
    const htmlContent = `${PAGE}<p>100.00${ACCOUNT.replace('00', '01')}`;
    const detail =
      'invoice: templateData.payment[0].iban: The invoice has "DE89370400440532013000" (BT-84), and page 1 shows "DE89 3704 0144 0532 0130 00".';
    const refused = await tenant.generate({ ...BODY, htmlContent, options });
    expect(expectRefusal(refused, 'INVOICE_DIFFERS').details).toEqual([detail]);
    const { fileId } = await generate({ ...BODY, htmlContent, options: {} });
    const { templateData } = BODY;
    const finish = { fileId, templateData, options: { ...options, pdfa: '3b' } };
    expect(expectRefusal(await assemble(tenant, 'finish', finish), 'INVOICE_DIFFERS').details).toEqual([
      detail,
    ]);
    const warned = { ...finish, options: { ...BODY.options, report: true } };
    const { report } = JSON.parse((await assemble(tenant, 'finish', warned)).text);
    expect(report?.warnings).toMatchObject([
      { code: 'INVOICE_DIFFERS', field: 'templateData.payment[0].iban' },
    ]);
  });
});
