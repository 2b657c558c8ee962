import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ByteSource, inMemory } from '../file/byte-source.ts';

export type Fixture = 'three-pages' | 'two-sheets' | 'linearized' | 'tagged';

/** @param changes replacements that are not longer than the text, so that offsets stay valid */
export async function readFixture(
  name: Fixture,
  changes: Readonly<Record<string, string>> = {},
): Promise<ByteSource> {
  const file = await readFile(new URL(`fixtures/${name}.pdf`, import.meta.url));
  let text = file.toString('latin1');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${name}.pdf has no ${from}`);
    text = text.replace(from, to.padEnd(from.length));
  }
  if (text.length !== file.byteLength) throw new Error('the changes move bytes of the file');
  return inMemory(new Uint8Array(Buffer.from(text, 'latin1')));
}

export const readAll = (source: ByteSource): Promise<Uint8Array> => source.read(0, source.sizeBytes);

export async function readTexts(source: ByteSource): Promise<string[]> {
  const document = await getDocument({ data: (await readAll(source)).slice(), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  return texts;
}
