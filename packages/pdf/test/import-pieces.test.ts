import { expect, test } from 'vitest';
import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import { IMPORT_LIMITS, type PieceSizes } from '../import/limits.ts';
import { openFile } from '../import/open-file.ts';
import { fromText, simple, stream, unlimited } from './foreign-pdf.ts';
import { readFixture } from './support.ts';

/** The table of the file with more objects is read whole. */
const MAX_ID = 14;

/** A map is written as its entries. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? { dictionary: [...each] } : each));

const failure = (error: unknown): string => {
  if (!(error instanceof UnreadablePdf)) throw error;
  return error.message;
};

/** All objects of a file, and its trailer, or why it cannot be read. */
async function readAll(source: ByteSource, pieces: PieceSizes): Promise<string> {
  try {
    const means = { meter: unlimited(), limits: IMPORT_LIMITS, pieces };
    const { file, trailer } = await openFile(source, means);
    const objects: string[] = [toJson(trailer)];
    for (let id = 0; id < MAX_ID; id += 1) objects.push(await file.object(id).then(toJson, failure));
    return objects.join('\n');
  } catch (error) {
    return failure(error);
  }
}

/** It has each kind of value, with much between them. */
const OBJECT =
  '<</A<</B<0 1>/C<</D[<</E(a\\(b\\)(c))>>]>>>>/F[1 0 R 2  0  R 12 3 -4.5 true]/G%x\n 7 0 R/H#41 null/I>>';

const WHOLE = simple('/Outlines 6 0 R', '', [
  OBJECT,
  '8   0   R',
  '12',
  `<</Length 99>>\r\nstream\r\n${'x'.repeat(50)}\r\nendstream`,
  stream('abc', '/A<<>>'),
]);

const FILES = {
  'with a table': WHOLE,
  'without a table': WHOLE.slice(0, WHOLE.indexOf('xref\n')),
  'that is cut in an object': WHOLE.slice(0, WHOLE.indexOf('/G%x')),
  'with lines that end in two characters': WHOLE.replaceAll('\n', '\r\n'),
};

/** Pieces of a size are doubled until what is read is whole. */
const SIZES = Array.from({ length: 100 }, (_, index) => index + 1);

test.each(Object.entries(FILES))('a file %s is read the same in pieces of each size', async (_, text) => {
  const source = fromText(text);
  const whole = await readAll(source, { objectBytes: text.length, searchBytes: text.length });
  for (const size of SIZES)
    expect(await readAll(source, { objectBytes: size, searchBytes: size }), `${size} bytes`).toBe(whole);
});

test('a file with a stream of cross-references is read the same in pieces of many sizes', async () => {
  const source = await readFixture('linearized');
  const whole = await readAll(source, { objectBytes: source.sizeBytes, searchBytes: source.sizeBytes });
  expect(whole).toContain('StructTreeRoot');
  for (const size of SIZES.filter((one) => one % 7 === 1))
    expect(await readAll(source, { objectBytes: size, searchBytes: size }), `${size} bytes`).toBe(whole);
});

test('the objects of a file are read, wherever its pieces end', async () => {
  const read = await readAll(fromText(WHOLE), { objectBytes: 1, searchBytes: 1 });
  expect(read).toContain('"bytes":"a(b)(c)"');
  expect(read).toContain('"stream":{"offset":');
  expect(read).not.toMatch(/cut off|damaged/);
});
