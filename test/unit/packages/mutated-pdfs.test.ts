import { readFile } from 'node:fs/promises';
import { Meter } from '@platen/meter';
import { importPdf, inMemory, PdfReader, UnreadablePdf } from '@platen/pdf';
import { expect, test } from 'vitest';
import { failuresOf, type Random } from '../../support/random.ts';
import { inProject } from '../../../scripts/project.ts';
import { IS_THOROUGH, LONG } from '../../support/thorough.ts';
import { unlimited } from '../../support/unlimited.ts';

const RUNS = IS_THOROUGH ? 8_000 : 160;

/** More than the files need. */
const MAX_WORK = 1_000_000_000;

const FIXTURES = ['three-pages', 'two-sheets', 'linearized'];

/** Words with a meaning in a PDF. A random byte seldom makes one. */
const WORDS = (
  '<<|>>|[|]|(|)|<|%| 0 R| 0 obj|endobj|stream\n|endstream|trailer|startxref|xref\n|null|-1|99999999999|/Kids|/Parent|/Length|' +
  '/Type/ObjStm|/Filter|/FlateDecode|/W[1 9 9]|/Index[0 99999]|/Prev 9|/Root|/Annots|/First|/N'
).split('|');

type Change = (text: string, random: Random) => string;

const put = (text: string, at: number, length: number, piece: string): string =>
  text.slice(0, at) + piece + text.slice(at + length);

const CHANGES: readonly Change[] = [
  (text, random) => put(text, random.below(text.length), 1, String.fromCharCode(random.below(256))),
  (text, random) => put(text, random.below(text.length), random.below(200), ''),
  (text, random) => put(text, random.below(text.length), 0, random.pick(WORDS)),
  (text, random) => put(text, random.below(text.length), random.below(20), random.pick(WORDS)),
  (text, random) => {
    const from = random.below(text.length);
    return put(text, random.below(text.length), 0, text.slice(from, from + random.below(400)));
  },
  (text, random) => {
    const [number] = [...text.matchAll(/\d+/g)].slice(random.below(500)).slice(0, 1);
    return number ? put(text, number.index, number[0].length, String(random.below(60))) : text;
  },
  (text, random) => text.slice(0, random.below(text.length)),
];

function mutate(text: string, random: Random): string {
  let changed = text;
  for (let count = 1 + random.below(4); count > 0; count -= 1)
    changed = random.pick(CHANGES)(changed, random) || text;
  return changed;
}

/** Returns the imported PDF, or null if it was refused. */
async function importText(text: string): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  try {
    const source = inMemory(new Uint8Array(Buffer.from(text, 'latin1')));
    for await (const piece of importPdf(source, { maxPages: 100, meter: new Meter({ maxWork: MAX_WORK }) }))
      pieces.push(piece);
    return new Uint8Array(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof UnreadablePdf) return null;
    throw error;
  }
}

/** The bytes of an import that succeeded are in the form that the package reads. */
async function expectReadable(bytes: Uint8Array): Promise<void> {
  const reader = await PdfReader.open(inMemory(bytes), unlimited());
  expect((await reader.pages()).length).toBeGreaterThan(0);
  for (const id of reader.idsInOrder()) await reader.object(id);
}

const texts = Promise.all(
  FIXTURES.map(async (name) => {
    const file = await readFile(inProject(`packages/pdf/test/fixtures/${name}.pdf`));
    return file.toString('latin1');
  }),
);

test('a PDF with random changes is imported or refused', LONG, async () => {
  const wholes = await texts;
  let imported = 0;
  const check = async (random: Random): Promise<void> => {
    const bytes = await importText(mutate(random.pick(wholes), random));
    if (bytes === null) return;
    imported += 1;
    await expectReadable(bytes);
  };
  expect(await failuresOf(check, { seed: 1, count: RUNS })).toEqual([]);
  expect(imported).toBeGreaterThan(RUNS / 5);
});
