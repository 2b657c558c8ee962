import { readReference, UnreadablePdf } from './dictionary.ts';
import type { PdfReader } from './reader.ts';

/** An entry of `/Dests` as Chromium writes it: `/name [12 0 R /XYZ 6 777.75 0]`. */
const DESTINATION = /\/([^\s/[\]<>()]+) \[(\d+) 0 R/g;

/** Returns the pages of the named destinations, from 1, by the fragment of the links that lead to them. */
export async function readNamedPages(document: PdfReader): Promise<Map<string, number>> {
  const catalog = await document.object(readReference(document.trailer, 'Root'));
  const named = new Map<string, number>();
  if (!/\/Dests \d/.test(catalog.text)) return named;
  const pages = await document.pages();
  const numbers = new Map(pages.map(({ id }, index) => [id, index + 1]));
  const { text } = await document.object(readReference(catalog.text, 'Dests'));
  for (const [, name = '', id] of text.matchAll(DESTINATION)) {
    const number = numbers.get(Number(id));
    if (number === undefined) throw new UnreadablePdf(`the destination ${name} is on no page`);
    named.set(decodeName(name), number);
  }
  return named;
}

/** Source: ISO 32000-1, 7.3.5. */
const decodeName = (name: string): string =>
  name.replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
