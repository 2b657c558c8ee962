import { readdirSync, readFileSync } from 'node:fs';
import { Meter } from '@platen/meter';
import { describe, expect, test } from 'vitest';
import { ImpossiblePdf } from '../archive/impossible-pdf.ts';
import { readCffWidths } from '../archive/cff-font.ts';
import { readAscii85, readAsciiHex } from '../file/ascii-filters.ts';
import { inMemory } from '../file/byte-source.ts';
import { latin1 } from '../file/latin1.ts';
import { type Finish, finishPdf } from '../finish/finish.ts';
import { importPdf } from '../import/import-pdf.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll } from './support.ts';

const FOLDER = new URL('../../../labs/conformance/java/samples/foreign/', import.meta.url);

const NOTHING: Finish = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

/** Returns the file as PDF/A or PDF/UA, or the problems. */
async function finish(
  name: string,
  changes: Partial<Finish>,
  damage = (pdf: string) => pdf,
): Promise<string | readonly string[]> {
  const pdf = Buffer.from(damage(readFileSync(new URL(`${name}.pdf`, FOLDER)).toString('latin1')), 'latin1');
  const pieces: Uint8Array[] = [];
  for await (const piece of importPdf(inMemory(new Uint8Array(pdf)), { maxPages: 100, meter: unlimited() }))
    pieces.push(piece);
  try {
    const finished = await finishPdf(inMemory(new Uint8Array(Buffer.concat(pieces))), {
      ...NOTHING,
      ...changes,
    });
    return latin1.decode(await readAll(finished));
  } catch (error) {
    if (error instanceof ImpossiblePdf) return error.problems;
    throw error;
  }
}

/** veraPDF passes each of these (`npm run tool -- conformance`). */
describe('a valid file of another program', () => {
  test.each([
    ['typst-2b', { pdfa: '2b' }],
    ['typst', { pdfa: '3u' }],
    ['weasyprint-drawing', { pdfa: '3u' }],
    ['reportlab-embedded', { pdfa: '2u' }],
    ['weasyprint-ua', { pdfua: true }],
    ['fpdf2', { pdfa: '2u' }],
  ] as const)('%s becomes %o', async (name, changes) => {
    expect(await finish(name, changes)).toContain('pdfua' in changes ? 'pdfuaid:part' : 'pdfaid:part');
  });

  test('loses the lists of its glyphs, which may be wrong', async () => {
    expect(await finish('typst-2b', { pdfa: '2b' })).not.toContain('/CIDSet');
  });

  test('with a font that is not embedded is refused where a page uses it', async () => {
    expect(await finish('reportlab', { pdfa: '2b' })).toContainEqual(
      expect.stringMatching(/rule 6\.2\.11\.4\.1, page 1, font \S+: is a font of the kind Type1/),
    );
  });
});

/** The file is finished as it is, without an import, which would write it in another form. */
test.each([{ pdfa: '2b' }, { pdfua: true }] as const)(
  'each refusal with %o names its rule',
  async (changes) => {
    const refusals = await Promise.all(
      readdirSync(FOLDER).map(async (name): Promise<readonly string[]> => {
        const file = inMemory(new Uint8Array(readFileSync(new URL(name, FOLDER))));
        const isOpened = await finishPdf(file, NOTHING).then(
          () => true,
          () => false,
        );
        if (!isOpened) return [];
        return finishPdf(file, { ...NOTHING, ...changes }).then(
          () => [],
          (error: unknown) =>
            error instanceof ImpossiblePdf ? error.problems : [`${name}: ${String(error)}`],
        );
      }),
    );
    expect(refusals.flat().length).toBeGreaterThan(50);
    for (const problem of refusals.flat()) expect(problem).toMatch(/^options\.pdfu?a: rule \d[\d.]*, \S/);
  },
);

describe('the filters of letters', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  const textOf = (data: Uint8Array | null) => (data === null ? null : latin1.decode(data));

  test.each([
    ['87cURD]i,"Ebo80~>', 'Hello World!'],
    ['87cUR D]i,\n"Ebo7~>', 'Hello World'],
    ['z~>', '\0\0\0\0'],
    ['~>', ''],
    ['8~>', null],
    ['87cz~>', null],
    ['s8W-"~>', null],
    ['{~>', null],
  ])('reads ASCII85 %j', (written, text) => {
    expect(textOf(readAscii85(bytes(written)))).toBe(text);
  });

  test.each([
    ['48 65\n6C>', 'Hel'],
    ['4865 7>', 'Hep'],
    ['4G>', null],
  ])('reads digits %j', (written, text) => {
    expect(textOf(readAsciiHex(bytes(written)))).toBe(text);
  });
});

describe('a CFF font', () => {
  test('that is damaged costs no more than its bytes', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const font = Uint8Array.from(
        { length: 400 },
        (_, at) => (at * 73 + seed * 31 + ((at * seed) % 7)) % 256,
      );
      font.set([1, 0, 4, 1, 0, 1, 1, 1, 2, 65], 0);
      const meter = new Meter({ maxWork: 1_000_000_000 });
      readCffWidths(font, meter);
      expect(meter.work).toBeLessThan(100_000_000);
    }
  });
});
