import { expect, test } from 'vitest';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { readReference } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import { PdfReader } from '../file/reader.ts';
import { readArray, readEntries } from '../file/syntax.ts';
import { type Finish, finishPdf } from '../finish/finish.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import type { Attachment } from '../options/finish-options.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture } from './support.ts';

const NOTHING: Finish = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

const INVOICE: Attachment = {
  name: 'factur-x.xml',
  mediaType: 'text/xml',
  description: 'The invoice as data',
  relationship: 'Alternative',
  content: { text: '<rsm:CrossIndustryInvoice/>' },
};

const FACTUR_X = { fileName: 'factur-x.xml', conformanceLevel: 'EN 16931' };

const makeInvoice = async (): Promise<ByteSource> =>
  finishPdf(await readFixture('three-pages'), {
    ...NOTHING,
    pdfa: '3b',
    attachments: [INVOICE],
    facturX: FACTUR_X,
  });

const SAYS_LEVEL = '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>';
const ANY_LEVEL = '<fx:ConformanceLevel>';

const textOf = async (pdf: ByteSource): Promise<string> => latin1.decode(await readAll(pdf));

async function readCatalog(pdf: ByteSource) {
  const reader = await PdfReader.open(pdf, unlimited());
  const { text } = await reader.object(readReference(reader.trailer, 'Root'));
  return { reader, catalog: readEntries(text) };
}

/** The one that the catalog has. The file may have older ones. */
async function xmpOf(pdf: ByteSource): Promise<string> {
  const { reader, catalog } = await readCatalog(pdf);
  const id = Number.parseInt(catalog.get('Metadata') ?? '', 10);
  return latin1.decode(await reader.readStream(await reader.object(id)));
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

test('the XMP of an invoice says what the attachment is, and describes these properties', async () => {
  const text = await textOf(await makeInvoice());
  expect(text).toContain('xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"');
  expect(text).toContain('<fx:DocumentType>INVOICE</fx:DocumentType>');
  expect(text).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
  expect(text).toContain('<fx:Version>1.0</fx:Version>');
  expect(text).toContain(SAYS_LEVEL);
  expect(text).toContain('<pdfaSchema:prefix>fx</pdfaSchema:prefix>');
  expect(text.match(/<pdfaProperty:name>/g)).toHaveLength(4);
  expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
});

test('the invoice is a file of the document, with its type, its relationship and its date', async () => {
  const { reader, catalog } = await readCatalog(await makeInvoice());
  const [filespecId = ''] = readArray(catalog.get('AF') ?? '');
  expect(catalog.get('Names')).toContain(filespecId);
  const { text } = await reader.object(Number.parseInt(filespecId, 10));
  expect(text).toContain('/Type /Filespec');
  expect(text).toContain('/AFRelationship /Alternative');
  const file = await reader.object(readReference(text.slice(text.indexOf('/EF')), 'UF'));
  expect(file.text).toMatch(/\/Subtype \/text#2fxml/i);
  expect(file.text).toMatch(/\/ModDate \(D:\d{14}Z\)/);
});

test('a file without an invoice says nothing of one', async () => {
  const text = await textOf(await finishPdf(await readFixture('three-pages'), { ...NOTHING, pdfa: '3b' }));
  expect(text).not.toContain('fx:');
  expect(text).not.toContain('pdfaExtension');
});

test('an invoice that is finished again says so if it is PDF/A-3 again, and else nothing', async () => {
  const invoice = await makeInvoice();
  expect(await xmpOf(await finishPdf(invoice, { ...NOTHING, pdfa: '3u', mark: 'TEST' }))).toContain(
    SAYS_LEVEL,
  );
  expect(await xmpOf(await finishPdf(invoice, { ...NOTHING, mark: 'TEST' }))).not.toContain(ANY_LEVEL);
});

test('a part of an invoice, and what it is merged into, say nothing of an invoice', async () => {
  const invoice = await makeInvoice();
  const excerpt = await textOf(await collect((await PdfSplitter.open(invoice, unlimited())).excerpt([1])));
  expect(excerpt).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(excerpt).not.toContain(ANY_LEVEL);
  expect(excerpt).not.toContain('EmbeddedFile');
  const inputs = async function* () {
    yield { title: 'One', source: invoice };
  };
  expect(await textOf(await collect(mergePdfs(inputs(), 'All', unlimited())))).not.toContain(ANY_LEVEL);
});
