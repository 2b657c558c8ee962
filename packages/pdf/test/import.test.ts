import { deflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { EncryptedPdf, UnreadablePdf } from '../file/dictionary.ts';
import { PdfReader } from '../file/reader.ts';
import { finishPdf } from '../finish/finish.ts';
import { importPdf, type ImportedPdf, NotAPdf, TooManyPages } from '../import/import-pdf.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

const NOTHING = { metadata: null, attachments: [], watermark: null, encryption: null, mark: null };

const fromText = (text: string): ByteSource => inMemory(new Uint8Array(Buffer.from(text, 'latin1')));

/** A PDF of objects with the ids 1, 2 and so on, and a table of them. The first one is the catalog. */
function pdfOf(objects: readonly string[], more = ''): string {
  let text = '%PDF-1.7\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${more}>>\n`;
  return `${text}${table}${trailer}startxref\n${text.length}\n%%EOF\n`;
}

const stream = (data: string, entries = ''): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** It has one page with a text. */
const simple = (
  catalog = '',
  page = '',
  others: readonly string[] = [],
  nodes = '/Kids[3 0 R]/Count 1',
): string =>
  pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages${nodes}/Resources<</Font<</F 5 0 R>>>>/MediaBox[0 0 300 200]>>`,
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R${page}>>`,
    stream('BT /F 20 Tf 10 100 Td (Own page) Tj ET'),
    FONT,
    ...others,
  ]);

async function run(
  source: ByteSource,
  maxPages = 1_000,
): Promise<ImportedPdf & { readonly source: ByteSource }> {
  const pieces: Uint8Array[] = [];
  const pdf = importPdf(source, { maxPages });
  for (;;) {
    const { done, value } = await pdf.next();
    if (done) return { ...value, source: inMemory(new Uint8Array(Buffer.concat(pieces))) };
    pieces.push(value);
  }
}

const runText = (text: string) => run(fromText(text));

async function objectsOf(source: ByteSource): Promise<string> {
  const reader = await PdfReader.open(source);
  const texts = await Promise.all(reader.idsInOrder().map(async (id) => (await reader.object(id)).text));
  return texts.join('\n');
}

const merge = async (...sources: ByteSource[]): Promise<ByteSource> => {
  const pieces: Uint8Array[] = [];
  const inputs = async function* () {
    for (const [index, source] of sources.entries()) yield { title: `File ${index}`, source };
  };
  for await (const piece of mergePdfs(inputs(), 'All')) pieces.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(pieces)));
};

describe('a PDF of another program', () => {
  test('is read with inherited sizes and resources, and can be merged, split and finished', async () => {
    const own = (await runText(simple())).source;
    const merged = await merge(own, await readFixture('three-pages'), own);
    const texts = await readTexts(merged);
    expect([texts[0], texts[4]]).toEqual(['Own page', 'Own page']);
    const splitter = await PdfSplitter.open(merged);
    expect(splitter.topBookmarks.map(({ page }) => page)).toEqual([1, 2, 5]);
    expect(await readTexts(await finishPdf(own, { ...NOTHING, mark: 'TEST' }))).toEqual(['Own pageTEST']);
  });

  test('keeps bookmarks, links, fields and tags, and names of places become places', async () => {
    const { source, title } = await runText(
      simple(
        '/Names<</Dests<</Names[(chapter)[3 0 R/XYZ 0 200 0]]>>>>/Outlines 6 0 R/AcroForm<</Fields[9 0 R 99 0 R null]/SigFlags 3>>/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R',
        '/StructParents 0/Annots[8 0 R 9 0 R]',
        [
          '<</First 7 0 R/Last 7 0 R/Count 1>>',
          '<</Title(Chapter)/Parent 6 0 R/Dest(chapter)>>',
          '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(chapter)>>>>',
          '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[10 10 90 30]/P 3 0 R>>',
          '<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>/RoleMap<</Own/P>>>>',
          '<</S/Own/P 10 0 R/Pg 3 0 R/K 0/ID(n\\3511)>>',
        ],
      ),
    );
    expect(title).toBeNull();
    const merged = await merge(source, source);
    const document = await getDocument({ data: (await readAll(merged)).slice(), verbosity: 0 }).promise;
    const outline = await document.getOutline();
    expect(outline.map((item) => [item.title, item.items.map((inner) => inner.title)])).toEqual([
      ['File 0', ['Chapter']],
      ['File 1', ['Chapter']],
    ]);
    const annotations: { subtype: string; dest?: unknown[]; fieldValue?: string }[] = await (
      await document.getPage(2)
    ).getAnnotations();
    const [link, field] = annotations;
    expect(Array.isArray(link?.dest) && (await document.getPageIndex(link.dest[0] as never))).toBe(1);
    expect([field?.subtype, field?.fieldValue]).toEqual(['Widget', 'Ada']);
    expect(await objectsOf(merged)).toMatch(/\/S \/P\b/);
    const tree = await (await document.getPage(2)).getStructTree();
    expect(JSON.stringify(tree)).toContain('"role":"P"');
  });

  test('has its title, also in UTF-16', async () => {
    const text = pdfOf(
      ['<</Type/Catalog/Pages 2 0 R>>', '<</Kids[3 0 R]/Count 1>>', '<</Type/Page>>', '<</Title<FEFF00C4>>>'],
      '/Info 4 0 R',
    );
    expect(await runText(text)).toMatchObject({ title: 'Ä', pageCount: 1 });
  });

  test('is repaired if its table, its lengths or its start are wrong', async () => {
    const whole = simple();
    const damaged = [
      whole.slice(0, whole.indexOf('xref\n')),
      whole.replace(/startxref\n\d+/, 'startxref\n7'),
      whole.replace(/\/Length \d+/, '/Length 3'),
      whole.replace(/\/Length \d+/, '/Length 999999999'),
      `A line before it\r\n${whole}`,
      whole.replaceAll('\n0000000', '\n0000009'),
    ];
    for (const text of damaged)
      expect(await readTexts((await runText(text)).source), text.slice(0, 40)).toEqual(['Own page']);
  });

  test('is read from object streams and streams of cross-references, with predictors', async () => {
    const merged = await merge(await readFixture('three-pages'), await readFixture('two-sheets'));
    expect(await readTexts((await run(merged)).source)).toEqual(await readTexts(merged));
    expect(await readTexts((await run(await readFixture('linearized'))).source)).toHaveLength(3);
  });

  test('is read from many object streams, without a search for their ends', async () => {
    const file = await readFixture('linearized');
    const merged = await merge(...Array.from({ length: 100 }, () => file));
    expect(await run(merged)).toMatchObject({ pageCount: 300 });
  });

  test('loses scripts, programs to start, signatures and addresses of other kinds', async () => {
    const { source } = await runText(
      simple(
        '/OpenAction<</S/JavaScript/JS(app.alert(1))>>/AA<</WC 6 0 R>>/Names<</JavaScript<</Names[(a)6 0 R]>>>>/AcroForm<</Fields[]/XFA(xfa)>>',
        '/AA<</O 6 0 R>>/Annots[7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]',
        [
          '<</S/JavaScript/JS(app.alert(2))>>',
          '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(cmd.exe)>>>>',
          '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(javascript:alert\\(3\\))>>>>',
          '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/)/Next 6 0 R>>>>',
          '<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]/Mark(media)>>',
          '<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 9 9]/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>>>',
        ],
      ),
    );
    const text = await objectsOf(source);
    expect(text).not.toMatch(/JavaScript|alert|Launch|cmd|\(media\)|xfa|OpenAction|\/AA|ByteRange/);
    expect(text).toContain('(https://example.com/)');
    expect(text).toContain('/FT /Sig');
  });

  test('has bands and marks as it is shown: turned, cropped and moved', async () => {
    for (const page of ['/Rotate 90', '/MediaBox[100 100 400 300]', '/CropBox[50 50 250 150]/Rotate 270']) {
      const { source } = await runText(simple('', page));
      const marked = await finishPdf(source, { ...NOTHING, mark: 'TEST' });
      const document = await getDocument({ data: (await readAll(marked)).slice(), verbosity: 0 }).promise;
      const shown = await document.getPage(1);
      const { width, height } = shown.getViewport({ scale: 1 });
      expect(await readTexts(marked)).toEqual([expect.stringMatching(/e?TEST$/)]);
      expect(await objectsOf(marked)).toContain(`/BBox [0 0 ${width} ${height}]`);
    }
  });
});

describe('a file that is refused', () => {
  test.each<readonly [string, string, new (...args: never[]) => Error]>([
    ['no PDF', '<html>', NotAPdf],
    ['nothing', '', NotAPdf],
    [
      'encrypted',
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Kids[]>>'], '/Encrypt<</Filter/Standard>>'),
      EncryptedPdf,
    ],
    ['without pages', pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Kids[]/Count 0>>']), UnreadablePdf],
    ['without a catalog', pdfOf(['<</Type/Nothing>>']), UnreadablePdf],
    ['only its head', '%PDF-1.7\n', UnreadablePdf],
  ])('is %s', async (_what, text, kind) => {
    await expect(runText(text)).rejects.toBeInstanceOf(kind);
  });

  test('has more pages than the plan allows', async () => {
    const kids = Array.from({ length: 20 }, () => '<</Type/Page>>').join('');
    await expect(run(fromText(simple('', '', [], `/Kids[${kids}]/Count 20`)), 19)).rejects.toBeInstanceOf(
      TooManyPages,
    );
  });
});

/** What a stranger may send to make the reader loop, wait or fill its memory. Each ends, with the page or with an error. */
describe('a hostile file', () => {
  const ends = async (text: string): Promise<string> => {
    const outcome = await runText(text).then(
      ({ pageCount }) => `${pageCount}`,
      (error: unknown) => {
        expect(error).toBeInstanceOf(UnreadablePdf);
        return error instanceof Error ? error.message : '';
      },
    );
    return outcome;
  };

  test('has a page tree that is in itself', async () => {
    expect(await ends(simple('', '', [], '/Kids[2 0 R 3 0 R 2 0 R 3 0 R]/Count 9'))).toBe('1');
    expect(await ends(simple('', '', [], `/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000`))).toBe('1');
  });

  test('has cross-references that lead back, or to nothing', async () => {
    const text = simple();
    const start = /startxref\n(\d+)/.exec(text)?.[1] ?? '';
    expect(await ends(text.replace('trailer\n<<', `trailer\n<</Prev ${start}/XRefStm ${start}`))).toBe('1');
    expect(await ends(text.replace('trailer\n<<', 'trailer\n<</Prev 999999999'))).toBe('1');
  });

  test('declares gigabytes', async () => {
    const text = simple();
    expect(await ends(text.replace('xref\n0 6', 'xref\n0 4294967295'))).toBe('1');
    expect(await ends(text.replace('xref\n0 6', 'xref\n4294967290 6'))).toMatch(/object 429496729\d/);
    expect(await ends(text.replace('/Size 6', '/Size 4294967295'))).toBe('1');
    const rows = deflateSync(Buffer.alloc(8)).toString('latin1');
    const table = stream(
      rows,
      '/Type/XRef/Root 1 0 R/W[1 2 1]/Size 9/Index[0 4000000000]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2000000000>>',
    );
    expect(
      await ends(
        text.replace(/xref\n[\s\S]*/, `9 0 obj\n${table}\nendobj\nstartxref\n${text.indexOf('xref\n')}\n`),
      ),
    ).toBe('1');
  });

  test('has an object stream that expands to more than is allowed, is in itself, or is cut', async () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000)).toString('latin1');
    const packed = (data: string, more = '', first = 4) => {
      const text = simple('/Outlines 9 0 R', '', [
        stream(data, `/Type/ObjStm/N 1/First ${first}/Filter/FlateDecode${more}`),
      ]);
      const body = text.slice(0, text.indexOf('xref\n'));
      const rows = Buffer.alloc(8 * 10);
      for (let id = 1; id <= 6; id += 1) {
        rows[id * 8] = 1;
        rows.writeUInt32BE(body.indexOf(`\n${id} 0 obj`) + 1, id * 8 + 1);
      }
      rows[9 * 8] = 2;
      rows.writeUInt32BE(6, 9 * 8 + 1);
      const table = stream(rows.toString('latin1'), '/Type/XRef/Root 1 0 R/W[1 4 3]/Size 10');
      return `${body}7 0 obj\n${table}\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
    };
    expect(await ends(packed(bomb))).toMatch(/cannot be expanded|^1$/);
    expect(await ends(packed('x', '/Extends 6 0 R'))).toMatch(/cannot be expanded|^1$/);
    expect(await ends(packed(deflateSync('9 0 <</First 9 0 R>>').toString('latin1')))).toBe('1');
    const digits = deflateSync('1'.repeat(8_000_000)).toString('latin1');
    expect(await ends(packed(digits, '', 8_000_000))).toBe('1');
  });

  test('has few packed objects that form a tree with endless branches', async () => {
    const branches = Array.from({ length: 60 }, (_, index) => {
      const next = index === 59 ? '[]' : `${index + 11} 0 R`;
      return `[<</Kids ${next}>><</Kids ${next}>>]`;
    });
    const heads: string[] = [];
    let length = 0;
    for (const [index, branch] of branches.entries()) {
      heads.push(`${index + 10} ${length}`);
      length += branch.length + 1;
    }
    const head = `${heads.join(' ')} `;
    const packed = stream(head + branches.join(' '), `/Type/ObjStm/N 60/First ${head.length}`);
    const text = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Kids 10 0 R>>', packed]);
    expect(await ends(text.slice(0, text.indexOf('xref\n')))).toBe('the file has too many values');
  });

  test('has a page that lists its annotations many times', async () => {
    const references = Array.from({ length: 50_000 }, (_, index) => `${index + 6} 0 R`).join(' ');
    const annotations = Array.from({ length: 50_000 }, (_, index) =>
      index === 0 ? `<</Subtype/Link/All[${references}]>>` : '<</Subtype/Link>>',
    );
    expect(await ends(simple('', `/Annots[${references}]`, annotations))).toBe('1');
  });

  test('has strings and spaces of megabytes', async () => {
    expect(await ends(simple(`/Long(${'a'.repeat(15_000_000)})`))).toBe('a string is too long');
    expect(await ends(simple(`/Long${' '.repeat(15_000_000)}1`))).toBe('1');
  });

  test('has heads of objects in strings that do not end', async () => {
    const heads = Array.from({ length: 100_000 }, (_, index) => `${index + 1} 0 obj(`).join('');
    expect(await ends(`%PDF-1.7\n${heads}`)).toBe('the file has too many values');
  });

  test('has values in values, and lengths of lengths', async () => {
    expect(await ends(simple(`/Deep ${'['.repeat(100_000)}`))).toMatch(/nested|catalog|cut|pages/);
    expect(await ends(simple(`/Deep ${'<</A'.repeat(50_000)}`))).toMatch(/nested|catalog|cut|pages/);
    const loops = Array.from(
      { length: 500 },
      (_, index) => `<</Length ${((index + 1) % 500) + 6} 0 R>>\nstream\nx\nendstream`,
    );
    expect(await ends(simple('', '/Annots 6 0 R/Metadata 6 0 R', loops))).toBe(
      'too much of the file is not where it says',
    );
  });

  test('has bookmarks, tags and names in a circle', async () => {
    const text = simple(
      '/Outlines 6 0 R/StructTreeRoot 8 0 R/Names<</Dests 9 0 R/EmbeddedFiles 9 0 R>>',
      '',
      [
        '<</First 7 0 R/Last 7 0 R/Count 1>>',
        '<</Title(A)/Next 7 0 R/First 6 0 R/Dest[3 0 R/Fit]>>',
        '<</Type/StructTreeRoot/K[8 0 R]/ParentTree 9 0 R/RoleMap<</A/B/B/A>>>>',
        '<</Kids[9 0 R 9 0 R]/Names[(..\\057..\\057etc\\057passwd)9 0 R]/Nums[0 8 0 R]>>',
      ],
    );
    expect(await ends(text)).toBe('1');
  });
});
