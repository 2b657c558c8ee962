import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { EncryptedPdf, UnreadablePdf } from '../file/dictionary.ts';
import { PdfReader } from '../file/reader.ts';
import { finishPdf } from '../finish/finish.ts';
import { TooManyPages } from '../import/import-pdf.ts';
import { NotAPdf } from '../import/open-file.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { fromText, importAll, pdfOf, simple, unlimited } from './foreign-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

const NOTHING = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

async function objectsOf(source: ByteSource): Promise<string> {
  const reader = await PdfReader.open(source, unlimited());
  const texts = await Promise.all(reader.idsInOrder().map(async (id) => (await reader.object(id)).text));
  return texts.join('\n');
}

const merge = async (...sources: ByteSource[]): Promise<ByteSource> => {
  const pieces: Uint8Array[] = [];
  const inputs = async function* () {
    for (const [index, source] of sources.entries()) yield { title: `File ${index}`, source };
  };
  for await (const piece of mergePdfs(inputs(), 'All', unlimited())) pieces.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(pieces)));
};

const runText = (text: string) => importAll(fromText(text));

describe('a PDF of another program', () => {
  test('is read with inherited sizes and resources, and can be merged, split and finished', async () => {
    const own = (await runText(simple())).source;
    const merged = await merge(own, await readFixture('three-pages'), own);
    const texts = await readTexts(merged);
    expect([texts[0], texts[4]]).toEqual(['Own page', 'Own page']);
    const splitter = await PdfSplitter.open(merged, unlimited());
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
    expect(await readTexts((await importAll(merged)).source)).toEqual(await readTexts(merged));
    expect(await readTexts((await importAll(await readFixture('linearized'))).source)).toHaveLength(3);
  });

  test('is read from many object streams, without a search for their ends', async () => {
    const file = await readFixture('linearized');
    const merged = await merge(...Array.from({ length: 100 }, () => file));
    expect(await importAll(merged)).toMatchObject({ pageCount: 300 });
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
    const text = simple('', '', [], `/Kids[${kids}]/Count 20`);
    await expect(importAll(fromText(text), { maxPages: 19 })).rejects.toBeInstanceOf(TooManyPages);
  });
});
