import { deflateSync } from 'node:zlib';
import { MemoryLimitExceeded, Meter } from '@platen/meter';
import { expect, test } from 'vitest';
import { ContentScanner } from '../accessible/scan-content.ts';
import { OperatorChecker } from '../archive/check-operators.ts';
import { ContentReader } from '../archive/read-content.ts';
import { requireArchivable } from '../archive/require-archivable.ts';
import { inMemory } from '../file/byte-source.ts';
import { finishPdf } from '../finish/finish.ts';
import { UNCHANGED } from '../options/finish-options.ts';
import { importAll, fromText, simple, stream, unlimited } from './foreign-pdf.ts';

const MAX_GROWTH = 2.2;

/** The classes that read content streams. */
const READERS: Readonly<Record<string, (meter: Meter, content: string) => Promise<unknown>>> = {
  OperatorChecker: (meter, content) => new OperatorChecker(meter, true, () => {}).check(content),
  ContentReader: (meter, content) =>
    new ContentReader(meter, { show: () => {}, foreign: () => {} }).read(content),
  ContentScanner: (meter, content) => new ContentScanner(meter, { draw: () => false }).scan(content),
};

const CONTENTS: readonly string[] = [
  'q Q ',
  '1 ',
  ' ',
  '(',
  '(a)Tj ',
  '<00>Tj ',
  '<0',
  '/a ',
  '/a',
  '[',
  '<<',
  '% ',
  'BI ',
  '/P<</MCID 0>>BDC EMC ',
  'BT ET ',
  '\\(',
];

test.each(Object.entries(READERS))(
  'the work of %s grows at most in proportion to the content',
  async (_, read) => {
    for (const part of CONTENTS) {
      const works: number[] = [];
      for (const count of [2_000, 4_000, 8_000]) {
        const meter = unlimited();
        await read(meter, part.repeat(count));
        works.push(meter.work);
      }
      const [one = 0, two = 0, four = 0] = works;
      expect(one, part).toBeGreaterThan(0);
      expect(two / one, part).toBeLessThan(MAX_GROWTH);
      expect(four / two, part).toBeLessThan(MAX_GROWTH);
    }
  },
);

test('content that is checked gives others their turn, however large it is', async () => {
  const content = stream(deflateSync('q Q '.repeat(500_000)).toString('latin1'), '/Filter/FlateDecode');
  const { source } = await importAll(fromText(simple('', '/Contents 6 0 R', [content])));
  const pdf = inMemory(await source.read(0, source.sizeBytes));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const meter = unlimited();
  await requireArchivable(pdf, '2b', meter).catch(() => {});
  clearInterval(timer);
  expect(meter.work).toBeGreaterThan(20_000_000);
  // A turn has 2,000,000 units.
  expect(turns).toBeGreaterThan(5);
});

test('a text that shows much, and marks in marks, are scanned', async () => {
  const meter = unlimited();
  const shown = `BT ${'(a)Tj '.repeat(200_000)}/P<</MCID 0>>BDC EMC ET`;
  expect(await new ContentScanner(meter, { draw: () => false }).scan(shown)).toHaveLength(200_000);
  expect(meter.heldBytes).toBeGreaterThan(200_000);
  let texts = 0;
  const reader = new ContentReader(meter, {
    foreign: () => {},
    show: (_font, _codes, hasActualText) => (texts += Number(hasActualText)),
  });
  await reader.read(`/Span<</ActualText(x)>>BDC ${'/P BMC '.repeat(50_000)}${'(a)Tj '.repeat(50_000)}`);
  expect(texts).toBe(50_000);
});

test('what a page draws outside of tags has a bound of memory', async () => {
  const scanner = new ContentScanner(new Meter({ maxWork: 1e9, maxHeldBytes: 100_000 }), {
    draw: () => false,
  });
  await expect(scanner.scan('0 0 9 9 re f '.repeat(10_000))).rejects.toBeInstanceOf(MemoryLimitExceeded);
  scanner.release();
  expect(await scanner.scan('0 0 9 9 re f')).toHaveLength(1);
});

test.each(['(a)', '/a ', '/P BMC '])('what content keeps open has a bound of memory: %j', async (part) => {
  const meter = new Meter({ maxWork: 1e9, maxHeldBytes: 100_000 });
  const scanner = new ContentScanner(meter, { draw: () => false });
  await expect(scanner.scan(part.repeat(10_000))).rejects.toBeInstanceOf(MemoryLimitExceeded);
});

test('content that has ended holds no memory', async () => {
  const meter = unlimited();
  const scanner = new ContentScanner(meter, { draw: () => false });
  await scanner.scan('/P BMC (a) Tj /Q BMC 0 0 9 9 re f (b)');
  scanner.release();
  const reader = new ContentReader(meter, { show: () => {}, foreign: () => {} });
  await reader.read('/P BMC /Q BMC EMC EMC EMC /R BMC');
  reader.release();
  expect(meter.heldBytes).toBe(0);
});

/** A TrueType font of 65,535 glyphs that are all as wide. */
function wideFont(): string {
  const font = Buffer.alloc(400);
  font.writeUInt16BE(4, 4);
  for (const [index, name] of ['head', 'hhea', 'maxp', 'hmtx'].entries()) {
    font.write(name, 12 + 16 * index, 'latin1');
    font.writeUInt32BE(80 * (index + 1), 20 + 16 * index);
  }
  font.writeUInt16BE(1_000, 80 + 18);
  font.writeUInt16BE(1, 160 + 34);
  font.writeUInt16BE(65_535, 240 + 4);
  font.writeUInt16BE(500, 320);
  return stream(font.toString('latin1'));
}

test('fonts that name all codes in a few bytes have a bound of memory and charge the meter of the request', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => 9 + 2 * index);
  const fonts = ids.flatMap((id) => [
    `<</Type/Font/Subtype/Type0/BaseFont/F/Encoding/Identity-H/DescendantFonts[${id + 1} 0 R]/ToUnicode 6 0 R>>`,
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/F/CIDToGIDMap/Identity/FontDescriptor 7 0 R/W[0 65535 500]>>',
  ]);
  const resources = `/Resources<</Font<<${ids.map((id) => `/F${id} ${id} 0 R`).join('')}>>>>`;
  const texts = stream('1 beginbfrange\n<0000><FFFF><0041>\nendbfrange');
  const descriptor = '<</Type/FontDescriptor/FontName/F/Flags 4/FontFile2 8 0 R>>';
  const { source } = await importAll(
    fromText(simple('', resources, [texts, descriptor, wideFont(), ...fonts])),
  );
  const meter = unlimited();
  const finish = { metadata: UNCHANGED, attachments: [], watermark: null, encryption: null, mark: null };
  const refused = finishPdf(source, { ...finish, pdfua: true, meter });
  await expect(refused).rejects.toThrow('more work or memory');
  expect(meter.work).toBeGreaterThan(1_000_000);
  expect(meter.heldBytes).toBeGreaterThan(90_000_000);
});
