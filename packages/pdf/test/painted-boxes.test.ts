import { WorkLimitExceeded } from '@platen/meter';
import { expect, test } from 'vitest';
import { readPaintedBoxes } from '../file/painted-boxes.ts';
import { PdfReader } from '../file/reader.ts';
import { fromText, pdfOf, stream, unlimited } from './foreign-pdf.ts';

const FORM = '/Type /XObject/Subtype /Form';

/** As Skia writes it. @param objects with the ids from 5 */
const printed = (content: string, names: string, objects: readonly string[]): string =>
  pdfOf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</XObject <<${names}>>>>>>`,
    stream(content),
    ...objects,
  ]);

async function workOf(pdf: string, boxes: number): Promise<number> {
  const meter = unlimited();
  const found = await readPaintedBoxes(await PdfReader.open(fromText(pdf), unlimited()), () => true, meter);
  expect(found).toHaveLength(boxes);
  return meter.work;
}

const BOX = '.5 0 0 rg\n0 0 9 9 re\nf\n';

/** Each form draws the next one twice. */
const doubled = (levels: number): string =>
  printed(
    '/X0 Do\n',
    '/X0 5 0 R',
    Array.from({ length: levels }, (_, level) =>
      level + 1 === levels
        ? stream(BOX, FORM)
        : stream('/X Do\n/X Do\n', `${FORM}/Resources <</XObject <</X ${level + 6} 0 R>>>>`),
    ),
  );

test('a form is followed each time that it is painted', async () => {
  await workOf(doubled(5), 16);
});

test('forms that draw each other twice, 20 levels deep, are refused', async () => {
  const reader = await PdfReader.open(fromText(doubled(20)), unlimited());
  const meter = unlimited();
  await expect(readPaintedBoxes(reader, () => true, meter)).rejects.toBeInstanceOf(WorkLimitExceeded);
  expect(meter.work).toBeLessThan(30_000_000);
});

test('the work grows in proportion to the forms of a page, and texts are left out', async () => {
  const forms = (count: number): string => {
    const each = (text: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => text(index)).join('');
    return printed(
      `BT\n${BOX}ET\n${each((index) => `/X${index} Do\n`)}`,
      each((index) => `/X${index} ${index + 5} 0 R\n`),
      Array.from({ length: count }, () => stream(BOX, FORM)),
    );
  };
  const [few, many] = [await workOf(forms(500), 500), await workOf(forms(2_000), 2_000)];
  expect(many / few).toBeLessThan(4.1);
});
