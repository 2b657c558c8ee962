import { readReference, UnreadablePdf } from './dictionary.ts';
import type { PdfReader } from './reader.ts';

/** The place of a named destination. */
export interface NamedPlace {
  /** From 1. */
  readonly page: number;
  /** In points from the left. */
  readonly x: number;
  /** In points from the bottom. Chromium does not add the margins of the page. */
  readonly y: number;
}

/** Matches an entry of `/Dests` as Chromium writes it: `/name [12 0 R /XYZ 6 777.75 0]`. */
const DESTINATION = /\/([^\s/[\]<>()]+) \[(\d+) 0 R \/XYZ (-?[\d.]+) (-?[\d.]+)/g;

/** Returns the named destinations by the fragment of the links that lead to them. */
export async function readNamedPlaces(document: PdfReader): Promise<Map<string, NamedPlace>> {
  const catalog = await document.object(readReference(document.trailer, 'Root'));
  const named = new Map<string, NamedPlace>();
  if (!/\/Dests \d/.test(catalog.text)) return named;
  const pages = await document.pages();
  const numbers = new Map(pages.map(({ id }, index) => [id, index + 1]));
  const { text } = await document.object(readReference(catalog.text, 'Dests'));
  for (const [, name = '', id, x, y] of text.matchAll(DESTINATION)) {
    const page = numbers.get(Number(id));
    if (page === undefined) throw new UnreadablePdf(`the destination ${name} is on no page`);
    named.set(decodeName(name), { page, x: Number(x), y: Number(y) });
  }
  return named;
}

/** Decodes `#xx` in a name (ISO 32000-1, 7.3.5). */
const decodeName = (name: string): string =>
  name.replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
