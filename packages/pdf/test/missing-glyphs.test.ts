import { expect, test } from 'vitest';
import { readMissingGlyphs } from '../file/missing-glyphs.ts';
import { PdfReader } from '../file/reader.ts';
import { fromText, pdfOf, stream, unlimited } from './foreign-pdf.ts';

const MAP = 'beginbfchar\n<0024> <0041>\n<0025> <0042>\nendbfchar';

/** As Skia writes it. Form 7 is a mask of state G2. Font F1 has codes of two bytes, and F2 of one byte. */
const printed = (content: string, mask = ''): string =>
  pdfOf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R /F2 8 0 R>> /ExtGState <</G1 9 0 R /G2 10 0 R>>>>>>`,
    stream(content),
    '<</Type /Font /Subtype /Type0 /ToUnicode 6 0 R>>',
    stream(MAP),
    stream(mask, '/Type /XObject/Subtype /Form/Resources <</Font <</F1 5 0 R>>>>'),
    '<</Type /Font /Subtype /Type3>>',
    '<</ca 0 /BM /Normal>>',
    '<</Type /ExtGState /SMask <</Type /Mask /S /Alpha /G 7 0 R>>>>',
  ]);

const find = async (content: string, mask = '') => {
  const reader = await PdfReader.open(fromText(printed(content, mask)), unlimited());
  return readMissingGlyphs(reader, unlimited());
};

const missingIn = async (content: string, mask = ''): Promise<string[]> =>
  (await find(content, mask)).map(({ character }) => character);

const span = (digits: string, codes: string): string =>
  `/Span<</ActualText <FEFF${digits}> >> BDC\n<${codes}> Tj\nEMC\n`;

test('a glyph without a text has what is painted around it', async () => {
  const found = await find('BT\n/F1 16 Tf\n<0024000000250024> Tj\nET\n');
  expect(found).toEqual([{ page: 1, character: '', before: 'A', after: 'BA' }]);
});

test('a text of marked content has the character', async () => {
  expect(
    await missingIn(`BT\n/F1 16 Tf\n<0024> Tj\n${span('E000', '0000')}${span('0042', '0025')}ET\n`),
  ).toEqual(['\u{E000}']);
});

test('what other glyphs of the same text draw is not missing', async () => {
  expect(await missingIn(`BT\n/F1 16 Tf\n${span('0041E000200D', '002400000003')}ET\n`)).toEqual(['\u{E000}']);
  expect(await missingIn(`BT\n/F1 16 Tf\n${span('0301', '0000')}ET\n`)).toEqual(['\u{301}']);
  const keycap = span('0041FE0F20E3', '002400000000');
  expect(await missingIn(`BT\n/F1 16 Tf\n${keycap}ET\n`)).toEqual(['\u{20E3}']);
});

test('codes of other glyphs are not missing', async () => {
  expect(await missingIn('BT\n/F1 16 Tf\n<01000024> Tj\n/F2 16 Tf\n<2400> Tj\nET\n')).toEqual(['']);
  expect(await missingIn('BT\n/F1 16 Tf\n<01000024> Tj\n/F2 16 Tf\n<2410> Tj\nET\n')).toEqual([]);
});

test('transparent text is not seen, until the state is restored', async () => {
  const text = 'BT\n/F1 16 Tf\n<0000> Tj\nET\n';
  expect(await missingIn(`q\n/G1 gs\n${text}Q\n`)).toEqual([]);
  expect(await missingIn(`q\n/G1 gs\nQ\n${text}`)).toEqual(['']);
});

test('a mask is read', async () => {
  expect(await missingIn('/G2 gs\n', 'BT\n/F1 16 Tf\n<0000> Tj\nET\n')).toEqual(['']);
});
