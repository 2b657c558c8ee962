import { expect, test } from 'vitest';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { readReferences } from '../file/dictionary.ts';
import { mergePdfs, UnreadableInput } from '../merge/merge-pdfs.ts';
import { MAX_MERGED_OBJECTS, MergedPdfTooLarge, ObjectWriter } from '../merge/object-writer.ts';
import { PdfReader } from '../file/reader.ts';
import { finishPdf } from '../finish/finish.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

async function merge(...sources: ByteSource[]): Promise<ByteSource> {
  const inputs = async function* () {
    for (const [index, source] of sources.entries()) yield { title: `File ${index + 1}`, source };
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of mergePdfs(inputs(), 'All', unlimited())) pieces.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(pieces)));
}

test('each object is where the table says, and each reference names an object', async () => {
  const merged = await PdfReader.open(
    await merge(await readFixture('three-pages'), await readFixture('two-sheets')),
    unlimited(),
  );
  const ids = new Set(merged.idsInOrder());
  for (const id of ids) {
    const object = await merged.object(id);
    if (object.stream) await merged.readStream(object);
    for (const reference of readReferences(object.text)) expect(ids).toContain(reference);
  }
  expect(await merged.pages()).toHaveLength(5);
});

test('the page tree has levels, so that readers do not go through all files', async () => {
  const [file] = [await readFixture('two-sheets')];
  const merged = await merge(...Array.from({ length: 205 }, () => file));
  const reader = await PdfReader.open(merged, unlimited());
  expect(await reader.pageCount()).toBe(410);
  expect(await reader.pages()).toHaveLength(410);
  const longest = Math.max(
    ...(await Promise.all(
      reader.idsInOrder().map(async (id) => {
        const kids = /\/Kids \[([^\]]*)\]/.exec((await reader.object(id)).text)?.[1] ?? '';
        return readReferences(kids).length;
      }),
    )),
  );
  expect(longest).toBe(100);
});

test('a merged file can be merged with another one', async () => {
  const [three, two] = [await readFixture('three-pages'), await readFixture('two-sheets')];
  const texts = await readTexts(await merge(await merge(three, two), three));
  expect(texts).toHaveLength(8);
  expect(texts[5]).toContain('One link');
});

test('metadata and attachments of the files are not in the merged file', async () => {
  const nothing = { metadata: null, attachments: [], watermark: null, encryption: null, mark: null };
  const attachment = {
    name: 'a.txt',
    mediaType: 'text/plain',
    description: null,
    relationship: 'Data',
    content: { text: 'attached' },
  } as const;
  const metadata = {
    title: 'T',
    author: null,
    subject: null,
    keywords: null,
    creator: null,
    language: null,
  };
  const file = await finishPdf(await readFixture('two-sheets'), {
    ...nothing,
    meter: unlimited(),
    metadata,
    attachments: [attachment],
  });
  const merged = await merge(file, file);
  const text = Buffer.from(await readAll(merged)).toString('latin1');
  expect(text).not.toMatch(/EmbeddedFile|Filespec|\/Metadata/);
  expect(await readTexts(merged)).toHaveLength(4);
});

test('a large file is read in pieces', async () => {
  const source = await readFixture('three-pages');
  let longest = 0;
  const limited: ByteSource = {
    ...source,
    read: (offset, length) => {
      longest = Math.max(longest, length);
      // A source may return less than was asked for.
      return source.read(offset, Math.min(length, 6_000));
    },
  };
  expect(await readTexts(await merge(limited))).toHaveLength(3);
  expect(longest).toBeLessThan(source.sizeBytes);
});

test.each<readonly [string, Readonly<Record<string, string>>, string]>([
  ['no end', { startxref: 'startxxxx' }, 'no cross-reference table'],
  ['an object in the wrong place', { '\n6 0 obj': '\n9 0 obj' }, 'object 6 is not where'],
])('a file with %s is named', async (_what, changes, message) => {
  const merging = merge(await readFixture('two-sheets'), await readFixture('three-pages', changes));
  const failure = await merging.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadableInput);
  expect(failure).toMatchObject({ title: 'File 2' });
  expect(String(failure)).toContain(message);
});

test('a merged file has bounds', () => {
  const writer = new ObjectWriter();
  expect(() => writer.reserve(MAX_MERGED_OBJECTS)).toThrow(MergedPdfTooLarge);
});
