import { Meter } from '@platen/meter';
import { expect, test } from 'vitest';
import { unlimited } from '../../../test/support/unlimited.ts';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { PdfReader } from '../file/reader.ts';
import { importPdf } from '../import/import-pdf.ts';
import { readDocument } from '../revise/read-document.ts';
import { revisePdf } from '../revise/revise.ts';
import { readFixture, readTexts } from './support.ts';

async function imported(objects: readonly string[]): Promise<ByteSource> {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const bytes = new TextEncoder().encode(`%PDF-1.7\n${body}trailer <</Root 1 0 R /Info 2 0 R>>`);
  const pieces: Uint8Array[] = [];
  for await (const piece of importPdf(inMemory(bytes), { maxPages: 100, meter: unlimited() }))
    pieces.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(pieces)));
}

const FONT = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
const stream = (dictionary: string, content: string) =>
  `<<${dictionary} /Length ${content.length}>> stream\n${content}\nendstream`;

/** A page with a note that shows a text, a hidden note, a link, and a check box that is on. */
const annotated = () =>
  imported([
    '<</Type /Catalog /Pages 3 0 R /AcroForm <</Fields [9 0 R]>>>>',
    '<</Title (Notes) /Custom (kept) /Trapped /Unknown>>',
    '<</Type /Pages /Count 1 /Kids [4 0 R]>>',
    '<</Type /Page /Parent 3 0 R /MediaBox [0 0 200 200] /Annots [6 0 R 7 0 R 8 0 R 9 0 R] /Contents 5 0 R /Resources <<>>>>',
    stream('', ''),
    '<</Type /Annot /Subtype /FreeText /Rect [20 20 120 60] /AP <</N 10 0 R>>>>',
    '<</Type /Annot /Subtype /FreeText /F 2 /Rect [20 20 120 60] /AP <</N 11 0 R>>>>',
    '<</Type /Annot /Subtype /Link /Rect [0 0 10 10] /A <</S /URI /URI (https://example.com)>>>>',
    '<</Type /Annot /Subtype /Widget /FT /Btn /T (box) /AS /On /Rect [20 80 60 120] /AP <</N <</On 12 0 R /Off 11 0 R>>>>>>',
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 50 20] /Resources <</Font <</F ${FONT}>>>>`,
      'BT /F 10 Tf 2 5 Td (Shown) Tj ET',
    ),
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 50 20] /Resources <</Font <</F ${FONT}>>>>`,
      'BT /F 10 Tf 2 5 Td (Hidden) Tj ET',
    ),
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 50 20] /Resources <</Font <</F ${FONT}>>>>`,
      'BT /F 10 Tf 2 5 Td (Checked) Tj ET',
    ),
  ]);

test('flattening draws what annotations and fields show, and leaves them out', async () => {
  const flat = await revisePdf(await annotated(), { flatten: true }, unlimited());
  const [text] = await readTexts(flat);
  expect(text).toContain('Shown');
  expect(text).toContain('Checked');
  expect(text).not.toContain('Hidden');
  const bytes = Buffer.from(await flat.read(0, flat.sizeBytes)).toString('latin1');
  expect(bytes).not.toMatch(/\/Annots|\/AcroForm/);
  // A check of PDF/A reads each object, also one that nothing shows.
  const reader = await PdfReader.open(flat, unlimited());
  const texts = await Promise.all(reader.idsInOrder().map(async (id) => (await reader.object(id)).text));
  expect(texts.join()).not.toMatch(/\/Subtype \/(?:Widget|Text|FreeText)|\/FT\b|\/Fields/);
  // The note is twice as wide and as high as its form.
  expect(bytes).toContain('2 0 0 2 20 20 cm');
});

test('pages are turned further, and others stay', async () => {
  const rotation = { degrees: 270, isTurned: (page: number) => page === 2 } as const;
  const once = await revisePdf(await readFixture('three-pages'), { rotation }, unlimited());
  const twice = await revisePdf(once, { rotation }, unlimited());
  const pages = await (await PdfReader.open(twice, unlimited())).pages();
  expect(pages.map(({ text }) => /\/Rotate (\d+)/.exec(text)?.[1])).toEqual([undefined, '180', undefined]);
});

test('bookmarks are written and read with those below them, and those of missing pages are left out', async () => {
  const child = { title: 'Below (é)', page: 3, children: [] };
  const bookmarks = [
    { title: 'One', page: 1, children: [child, { title: 'Nowhere', page: 9, children: [] }] },
    { title: 'Two', page: 2, children: [] },
  ];
  const revised = await revisePdf(await readFixture('three-pages'), { bookmarks }, unlimited());
  const { outline, pageCount } = await readDocument(revised, unlimited());
  expect(pageCount).toBe(3);
  expect(outline).toEqual([{ ...bookmarks[0], children: [child] }, bookmarks[1]]);
  const without = await revisePdf(revised, { bookmarks: [] }, unlimited());
  expect((await readDocument(without, unlimited())).outline).toEqual([]);
});

test('entries of the document information are kept by an import, changed and added', async () => {
  const source = await annotated();
  const info = new Map([
    ['Custom', 'changed'],
    ['Copyright', 'Ä'],
    ['Trapped', 'False'],
  ]);
  const revised = await revisePdf(source, { info }, unlimited());
  expect(Object.fromEntries((await readDocument(source, unlimited())).info)).toMatchObject({
    Custom: 'kept',
  });
  expect(Object.fromEntries((await readDocument(revised, unlimited())).info)).toEqual({
    Title: 'Notes',
    Custom: 'changed',
    Copyright: 'Ä',
    Trapped: 'False',
  });
});

test('the work grows with the annotations', async () => {
  const workOf = async (count: number): Promise<number> => {
    const meter = new Meter({ maxWork: 1e12 });
    const notes = Array.from({ length: count }, () => '/Subtype /FreeText /Rect [0 0 9 9] /AP <</N 5 0 R>>');
    const ids = notes.map((_, index) => `${index + 6} 0 R`).join(' ');
    const source = await imported([
      '<</Type /Catalog /Pages 3 0 R>>',
      '<<>>',
      '<</Type /Pages /Count 1 /Kids [4 0 R]>>',
      `<</Type /Page /Parent 3 0 R /MediaBox [0 0 9 9] /Annots [${ids}] /Contents 5 0 R /Resources <<>>>>`,
      stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', ''),
      ...notes.map((note) => `<</Type /Annot ${note}>>`),
    ]);
    await revisePdf(source, { flatten: true }, meter);
    return meter.work;
  };
  const small = await workOf(200);
  expect(small).toBeGreaterThan(200_000);
  expect(await workOf(800)).toBeLessThan(4.5 * small);
});
