import { expect, test } from 'vitest';
import { PdfReader } from '../file/reader.ts';
import { findCovered } from '../finish/covered-letterhead.ts';
import { fromText, pdfOf, stream, unlimited } from './foreign-pdf.ts';

const FORM = '/Type /XObject/Subtype /Form/BBox [0 0 200 200]';

const pdf = (content: string, resources = '', objects: readonly string[] = []): string =>
  pdfOf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources <<${resources}>>>>`,
    stream(content),
    ...objects,
  ]);

async function find(document: string, letterhead: string, meter = unlimited()): Promise<number[]> {
  const reader = await PdfReader.open(fromText(letterhead), unlimited());
  const [page] = await reader.pages();
  if (page === undefined) throw new Error('The letterhead has no page');
  return findCovered(await PdfReader.open(fromText(document), unlimited()), () => ({ reader, page }), meter);
}

const LOGO = pdf('q 1 0 0 rg 10 160 60 30 re f BT /F 9 Tf 1 0 0 1 10 20 Tm (Acme) Tj ET Q');
const SCAN = pdf('q 200 0 0 200 0 0 cm /I Do Q', '/XObject <</I 5 0 R>>', ['<</Subtype /Image>>']);

test.each<[string, string, string, number[]]>([
  ['a box over all', pdf('1 1 1 rg 0 0 200 200 re f'), LOGO, [1]],
  ['a path that is a box', pdf('0 0 m 200 0 l 200 200 l 0 200 l h f'), LOGO, [1]],
  ['a box over the logo', pdf('0 150 100 50 re f'), LOGO, [1]],
  ['a box of a form', pdf('/X Do', '/XObject <</X 5 0 R>>', [stream('0 0 200 200 re f', FORM)]), LOGO, [1]],
  ['a box over a scan', pdf('0 0 200 200 re f'), SCAN, [1]],
  ['a box beside it', pdf('0 60 200 80 re f'), LOGO, []],
  ['a box that is clipped', pdf('0 60 200 80 re W n 0 0 200 200 re f'), LOGO, []],
  ['a line around it', pdf('0 0 200 200 re S'), LOGO, []],
  ['a curve', pdf('0 0 m 0 200 200 200 200 0 c f'), LOGO, []],
  [
    'a box that is transparent',
    pdf('/G gs 0 0 200 200 re f', '/ExtGState <</G 5 0 R>>', ['<</ca .2>>']),
    LOGO,
    [],
  ],
])('%s', async (_, document, letterhead, pages) => {
  expect(await find(document, letterhead)).toEqual(pages);
});

const workOf = async (document: string): Promise<number> => {
  const meter = unlimited();
  await find(document, LOGO, meter);
  return meter.work;
};

test('the work grows in proportion to the content, and forms in forms end', async () => {
  const boxes = (count: number) => pdf('0 0 9 9 re f\n'.repeat(count));
  expect((await workOf(boxes(8_000))) / (await workOf(boxes(2_000)))).toBeLessThan(4.4);
  const numbers = (count: number) => pdf(`[${'1 '.repeat(count)}] TJ`);
  expect((await workOf(numbers(400_000))) / (await workOf(numbers(100_000)))).toBeLessThan(4.4);
  const forms = Array.from({ length: 20 }, (_, level) =>
    stream('/X Do\n'.repeat(9), `${FORM}/Resources <</XObject <</X ${level + 6} 0 R>>>>`),
  );
  const nested = pdf('/X Do\n'.repeat(9), '/XObject <</X 5 0 R>>', [...forms, stream('0 0 9 9 re f', FORM)]);
  expect(await workOf(nested)).toBeLessThan(60_000_000);
});
