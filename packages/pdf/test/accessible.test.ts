import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { repairTable } from '../accessible/mend-table.ts';
import { TagTree } from '../accessible/tag-tree.ts';
import { ImpossiblePdf } from '../archive/impossible-pdf.ts';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { readReference, readReferences } from '../file/dictionary.ts';
import { latin1, latin1Bytes } from '../file/latin1.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, readTextString, writeEntries } from '../file/syntax.ts';
import { type Finish, finishPdf } from '../finish/finish.ts';
import { UNCHANGED } from '../options/finish-options.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

const NOTHING: Finish = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

const make = async (
  changes: Readonly<Record<string, string>> = {},
  finish: Partial<Finish> = {},
): Promise<ByteSource> =>
  finishPdf(await readFixture('tagged', changes), { ...NOTHING, pdfua: true, ...finish });

const textOf = async (pdf: ByteSource): Promise<string> => latin1.decode(await readAll(pdf));

async function problemsOf(making: Promise<ByteSource>): Promise<readonly string[]> {
  try {
    await making;
  } catch (error) {
    if (error instanceof ImpossiblePdf && error.option === 'pdfua') return error.problems;
    throw error;
  }
  return [];
}

interface Tag {
  readonly type: string;
  readonly alt: string | null;
  readonly kids: readonly Tag[];
}

/** Without the groups that have no meaning. */
async function readTags(
  pdf: ByteSource,
): Promise<{ readonly reader: PdfReader; readonly tags: readonly Tag[] }> {
  const reader = await PdfReader.open(pdf, unlimited());
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const root = await reader.object(readReference(catalog.text, 'StructTreeRoot'));
  const tree = new TagTree(reader);
  const read = async (id: number): Promise<Tag> => {
    const element = await tree.element(id);
    const kids = await tree.meaningfulKids(element);
    for (const kid of kids) if (element.type !== 'NonStruct') expect(kid.entries.get('P')).toMatch(/ 0 R$/);
    const alt = element.entries.get('Alt');
    return {
      type: element.type,
      alt: alt === undefined ? null : readTextString(alt),
      kids: await Promise.all(kids.map((kid) => read(kid.id))),
    };
  };
  const ids = readReferences(readEntries(root.text).get('K') ?? '');
  return { reader, tags: await Promise.all(ids.map(read)) };
}

const outline = ({ type, kids }: Tag): string =>
  kids.length === 0 ? type : `${type}(${kids.map(outline).join(' ')})`;

async function expand(reader: PdfReader, id: number): Promise<string> {
  const object = await reader.object(id);
  return latin1.decode(inflateSync(await reader.readStream(object)));
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

const isClaimed = async (pdf: ByteSource): Promise<boolean> => {
  const reader = await PdfReader.open(pdf, unlimited());
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  if (!catalog.text.includes('/Metadata ')) return false;
  const xmp = await reader.object(readReference(catalog.text, 'Metadata'));
  return latin1.decode(await reader.readStream(xmp)).includes('<pdfuaid:part>1</pdfuaid:part>');
};

describe('a PDF/UA', () => {
  test('says so, has a title that readers show, and keeps its text', async () => {
    const pdf = await make();
    expect(await isClaimed(pdf)).toBe(true);
    const text = await textOf(pdf);
    expect(text).toContain('xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"');
    expect(text).toContain(
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ab</rdf:li></rdf:Alt></dc:title>',
    );
    expect(text).toContain('/DisplayDocTitle true');
    expect(text).not.toContain('pdfaExtension');
    expect(await readTexts(pdf)).toEqual(await readTexts(await readFixture('tagged')));
  });

  test('together with PDF/A describes its claim', async () => {
    const text = await textOf(await make({}, { pdfa: '3a' }));
    expect(text).toContain('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>');
    expect(text).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
  });

  test('has bodies of list items, empty cells, a group for a figure, and a role for each newer type', async () => {
    const { reader, tags } = await readTags(await make());
    expect(tags.map(outline)).toEqual([
      'Document(H1 P(Link) L(LI(Lbl LBody(P))) Table(TR(TH TH) TR(TD TD)) Div(Figure Caption) Strong)',
    ]);
    const catalog = await reader.object(readReference(reader.trailer, 'Root'));
    const root = await reader.object(readReference(catalog.text, 'StructTreeRoot'));
    expect(root.text).toContain('/Strong /Span');
  });

  test('describes a link by its text, in a form too', async () => {
    const { reader, tags } = await readTags(await make());
    const [page] = await reader.pages();
    expect(page?.text).toContain('/Tabs /S');
    const [id = 0] = readReferences(/\/Annots \[([^\]]*)\]/.exec(page?.text ?? '')?.[1] ?? '');
    const link = readEntries((await reader.object(id)).text);
    expect(readTextString(link.get('Contents') ?? '')).toBe('b a');
    expect(tags[0]?.kids[1]?.kids[0]).toMatchObject({ type: 'Link', alt: 'b a' });
  });

  test('marks what has no tag as an artifact, on the page and in a form with tags', async () => {
    const document = await PdfReader.open(await readFixture('tagged'), unlimited());
    const rewrite = new PdfRewrite(document);
    const [page] = await document.pages();
    const contentId = readReference(page?.text ?? '', 'Contents');
    const formId = 11;
    for (const id of [contentId, formId]) {
      const { text } = await document.object(id);
      const content = latin1Bytes(`${await expand(document, id)}\n0 0 9 9 re\nf`);
      const entries = readEntries(text).set('Length', String(content.byteLength));
      entries.delete('Filter');
      rewrite.write(id, writeEntries(entries), content);
    }
    const pdf = await finishPdf(await rewrite.finish(), { ...NOTHING, pdfua: true });
    const reader = await PdfReader.open(pdf, unlimited());
    for (const id of [contentId, formId])
      expect(await expand(reader, id)).toMatch(/\/Artifact BMC\s+0 0 9 9 re\nf\nEMC$/);
    // The form has tags of its own, so drawing it is no artifact.
    expect(await expand(reader, contentId)).not.toMatch(/\/Artifact BMC\s*\/X\d+ Do/);
  });

  test('gives the links of a header a tag, and a watermark none', async () => {
    const reader = await PdfReader.open(await readFixture('tagged'), unlimited());
    const rewrite = new PdfRewrite(reader);
    const [page] = await reader.pages();
    const id = rewrite.add(
      '<</Type /Annot /Subtype /Link /F 4 /Rect [0 0 9 9] /A <</Type /Action /S /URI /URI (https://x.example/)>>>>',
    );
    rewrite.write(page?.id ?? 0, page?.text.replace('/Annots [', `/Annots [${id} 0 R `) ?? '');
    const pdf = await finishPdf(await rewrite.finish(), { ...NOTHING, pdfua: true, mark: 'TEST' });
    const { reader: made, tags } = await readTags(pdf);
    expect(tags[0]?.kids.at(-1)).toEqual({ type: 'Link', alt: 'https://x.example/', kids: [] });
    const link = readEntries((await made.object(id)).text);
    const key = link.get('StructParent') ?? '';
    expect(await textOf(pdf)).toMatch(new RegExp(String.raw`/Nums \[[^\]]* ${key} \d+ 0 R\]`));
    expect(await textOf(pdf)).toContain('/Artifact BMC\n/PlatenMark BMC');
  });

  test('has the language and the title of its metadata', async () => {
    const pdf = await make(
      { '/Title (Ab)': '' },
      { metadata: { ...UNCHANGED, title: 'Neu', language: 'sv' } },
    );
    const { reader } = await readTags(pdf);
    const catalog = readEntries((await reader.object(readReference(reader.trailer, 'Root'))).text);
    expect(readTextString(catalog.get('Lang') ?? '')).toBe('sv');
    const [top = 0] = readReferences(
      readEntries((await reader.object(readReference(`/R ${catalog.get('StructTreeRoot')}`, 'R'))).text).get(
        'K',
      ) ?? '',
    );
    const document = readEntries((await reader.object(top)).text);
    expect(readTextString(document.get('Lang') ?? '')).toBe('sv');
  });

  test('loses its claim when it is changed, split or merged, and keeps it when nothing changes', async () => {
    const pdf = await make();
    expect(await finishPdf(pdf, NOTHING)).toBe(pdf);
    expect(await isClaimed(await finishPdf(pdf, { ...NOTHING, mark: 'TEST' }))).toBe(false);
    expect(await isClaimed(await collect((await PdfSplitter.open(pdf, unlimited())).excerpt([1])))).toBe(
      false,
    );
    const inputs = async function* () {
      for (const title of ['One', 'Two']) yield { title, source: pdf };
    };
    const merged = await collect(mergePdfs(inputs(), 'All', unlimited()));
    expect(await isClaimed(merged)).toBe(false);
    expect(await isClaimed(await finishPdf(merged, { ...NOTHING, pdfua: true }))).toBe(true);
  });
});

describe('what cannot be PDF/UA is refused:', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['no title', { '/Title (Ab)': '' }, 'rule 7.1, the document: has no title'],
    ['no language', { '/Lang (de)>>\nendobj': '>>\nendobj' }, 'rule 7.2, the document: has no language'],
    ['no tags', { '/StructTreeRoot 15': '/StructTreeRoox 15' }, 'rule 7.1, the document: has no tags'],
    ['no alternative text', { '/Alt (a)': '' }, 'rule 7.3, object 40: is an image without'],
    ['a first heading of level 2', { '/S /H1': '/S /H2' }, 'rule 7.4.2, object 17: the first heading is h2'],
    [
      'a type that is called like a method',
      { '/S /Document': '/S /toString' },
      'rule 7.1, object 16: "toString" is not a standard type',
    ],
    [
      'a strange type',
      { '/S /Strong': '/S /Strang' },
      'rule 7.1, object 43: "Strang" is not a standard type',
    ],
  ])('%s', async (_, changes, problem) => {
    const problems = await problemsOf(make(changes));
    expect(problems.join('\n')).toContain(`options.pdfua: ${problem}`);
  });

  test('a document without tags', async () => {
    const printed = finishPdf(await readFixture('three-pages'), { ...NOTHING, pdfua: true });
    expect(await problemsOf(printed)).toEqual([
      expect.stringContaining('rule 7.1, the document: has no tags'),
    ]);
  });
});

/** Rows of cells, such as `h1`, `.`, `d:h1`, `d+2:h1` (two columns) and `d/2` (two rows). */
async function repair(rows: readonly string[]): Promise<string | null> {
  const texts = new Map<number, string>();
  let next = 2;
  const rowIds = rows.map((row) => {
    const rowId = next++;
    const cells = row.split(' ').map((cell) => {
      const [, kind = 'd', name = '', columns = '1', down = '1', headers = ''] =
        /^([hd])(\w*)(?:\+(\d+))?(?:\/(\d+))?(?::(.*))?$/.exec(cell) ?? [];
      const id = next++;
      const named = headers.split(',').map((one) => (one === '' ? '' : `(${one})`));
      const attributes = `[<</O /Table /Headers [${named.join(' ')}]>> <</O /Table /Scope /Column /RowSpan ${down} /ColSpan ${columns}>>]`;
      texts.set(id, `<</S /T${kind.toUpperCase()} /ID (${name}) /P ${rowId} 0 R /A ${attributes}>>`);
      return `${id} 0 R`;
    });
    texts.set(rowId, `<</S /TR /K [${cells.join(' ')}]>>`);
    return `${rowId} 0 R`;
  });
  texts.set(1, `<</S /Table /K [${rowIds.join(' ')}]>>`);
  // The repair reads nothing else of a file.
  const reader = { object: async (id: number) => ({ id, text: texts.get(id) ?? '', stream: null }) };
  const tree = new TagTree(reader as unknown as PdfReader);
  const found = await repairTable(tree, await tree.element(1));
  if (found === null || typeof found === 'string') return found;
  const written = rowIds.map((reference) => {
    const cells = found.rows.get(Number.parseInt(reference, 10));
    return cells === undefined ? 'same' : cells.map(({ id }) => (id === null ? '_' : 'x')).join('');
  });
  return [...written, ...(found.attributes.size > 0 ? [[...found.attributes.values()].join()] : [])].join(
    ' ',
  );
}

describe('a table gets the cells that Chromium left out', () => {
  test.each<[string, string[], string | null]>([
    ['nothing is missing', ['ha hb', 'd:a d:b'], null],
    ['the first cell of a row', ['ha hb hc', 'd:b d:c'], 'same _xx'],
    ['a cell in the middle', ['ha hb hc', 'd:a d:c'], 'same x_x'],
    ['cells without headers', ['d d d', 'd'], 'same x__'],
    ['the first header, and a cell', ['ha hb', 'hr d:a d:b', 'hs d:b'], '_xx same x_x'],
    ['a header over two columns', ['hg+2 hc', 'ha hb', 'd:a,g d:b,g d:c'], 'same xx_ same'],
    ['a cell over two rows', ['d/2 d', 'd', 'd'], 'same same x_'],
    ['a cell that reaches over the last row', ['d/3 d', 'd'], expect.stringContaining('/RowSpan 2')],
    ['a header that is left out', ['ha d', 'd:a d:x'], expect.stringContaining('/Headers []')],
    ['cells that overlap', ['d d/2 d', 'd+2'], 'has cells that overlap'],
  ])('%s', async (_, rows, expected) => {
    expect(await repair(rows)).toEqual(expected);
  });

  test('a table of more places than are in memory is not mended', async () => {
    const wide = Array.from({ length: 30 }, () => 'd+1000').join(' ');
    const rows = [wide, ...Array.from({ length: 80 }, () => 'd')];
    expect(await repair(rows)).toBe('has too many rows and columns');
  });
});
