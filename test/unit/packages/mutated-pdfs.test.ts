import { readFile } from 'node:fs/promises';
import { importPdf, inMemory, PdfReader, UnreadablePdf } from '@platen/pdf';
import { expect, test } from 'vitest';
import { Random } from '../../support/compose/random.ts';
import { inProject } from '../../../scripts/project.ts';
import { IS_THOROUGH } from '../../support/thorough.ts';

const RUNS = IS_THOROUGH ? 2_000 : 40;

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
    for await (const piece of importPdf(source, { maxPages: 100 })) pieces.push(piece);
    return new Uint8Array(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof UnreadablePdf) return null;
    throw error;
  }
}

/** The bytes of an import that succeeded are in the form that the package reads. */
async function expectReadable(bytes: Uint8Array): Promise<void> {
  const reader = await PdfReader.open(inMemory(bytes));
  expect((await reader.pages()).length).toBeGreaterThan(0);
  for (const id of reader.idsInOrder()) await reader.object(id);
}

const texts = Promise.all(
  FIXTURES.map(async (name) => {
    const file = await readFile(inProject(`packages/pdf/test/fixtures/${name}.pdf`));
    return file.toString('latin1');
  }),
);

test.each([1, 2, 3, 4])('a PDF with random changes is imported or refused: seed %i', async (seed) => {
  const random = new Random(seed);
  let imported = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const text = mutate(random.pick(await texts), random);
    const bytes = await importText(text).catch((error: unknown) => {
      throw new Error(`seed ${seed}, run ${run}`, { cause: error });
    });
    if (bytes === null) continue;
    imported += 1;
    await expectReadable(bytes);
  }
  expect(imported).toBeGreaterThan(RUNS / 5);
});
