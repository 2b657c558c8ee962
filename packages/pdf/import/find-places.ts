import { UnreadablePdf } from '../file/dictionary.ts';
import { expandStream } from './expand-stream.ts';
import type { Parser } from './parser.ts';
import { type SourceFile, toCharacters } from './source-file.ts';
import { type Dictionary, isDictionary, isList, nameOf, type PdfValue } from './values.ts';

/** The file says at its end where its table is. */
const TAIL_BYTES = 2048;

/** Each is a version of the file. */
const MAX_SECTIONS = 2_000;

/** Finds all objects by the tables of the file, the newest version first. @throws {UnreadablePdf} */
export async function findPlaces(file: SourceFile): Promise<Dictionary> {
  const { source } = file;
  const tailStart = Math.max(0, source.sizeBytes - TAIL_BYTES);
  const tail = toCharacters(await source.read(tailStart, TAIL_BYTES));
  const starts = Array.from(tail.matchAll(/startxref[\s\0]+(\d+)/g), ([, offset]) => Number(offset));
  const waiting: number[] = starts.slice(-1);
  const known = new Set<number>();
  let trailer: Dictionary | null = null;
  for (let start = waiting.shift(); start !== undefined; start = waiting.shift()) {
    // The table of an older version may lead back to a newer one.
    if (known.has(start)) continue;
    known.add(start);
    if (known.size > MAX_SECTIONS) throw new UnreadablePdf('the file has too many versions');
    if (start >= source.sizeBytes) throw new UnreadablePdf('a cross-reference table is missing');
    const section = (await readTable(file, start)) ?? (await readStream(file, start));
    trailer ??= section;
    // A hybrid file has objects in a stream that readers of tables do not know.
    for (const name of ['XRefStm', 'Prev']) {
      const offset = await file.resolve(section.get(name));
      if (typeof offset === 'number' && offset >= 0) waiting.push(offset);
    }
  }
  if (trailer === null) throw new UnreadablePdf('no cross-reference table');
  return trailer;
}

/** Null if there is no table here. */
function readTable(file: SourceFile, start: number): Promise<Dictionary | null> {
  return file.parseAt(start, (parser) => {
    if (!parser.startsWith('xref')) return null;
    parser.at += 'xref'.length;
    const entries: [number, number, string][] = [];
    while (!parser.startsWith('trailer')) readSubsection(parser, file, entries);
    parser.at += 'trailer'.length;
    const trailer = parser.dictionary();
    for (const [id, offset, kind] of entries)
      file.places.add(id, kind === 'n' && offset > 0 ? { offset } : null);
    return trailer;
  });
}

function readSubsection(parser: Parser, { budget }: SourceFile, entries: [number, number, string][]): void {
  const [first, count] = [parser.value(), parser.value()];
  if (typeof first !== 'number' || typeof count !== 'number')
    throw new UnreadablePdf('an unknown cross-reference table');
  for (let index = 0; index < count; index += 1) {
    budget.step();
    const entry = parser.entry();
    // Some tables declare more entries than they have.
    if (entry === null) return;
    entries.push([first + index, entry.offset, entry.kind]);
  }
}

async function readStream(file: SourceFile, start: number): Promise<Dictionary> {
  const { value, stream, id } = await file.readAt(start, null);
  if (!isDictionary(value) || stream === null || nameOf(value.get('Type')) !== 'XRef')
    throw new UnreadablePdf('an unknown cross-reference table');
  const widths = toNumbers(value.get('W'));
  const data = await expandStream(file, value, stream);
  const size = value.get('Size');
  const index = value.has('Index') ? toNumbers(value.get('Index')) : [0, typeof size === 'number' ? size : 0];
  file.places.add(id, { offset: start });
  readRows(file, data, { widths, index });
  return value;
}

const toNumbers = (value: PdfValue | undefined): number[] =>
  isList(value) ? value.map((item) => (typeof item === 'number' && item >= 0 ? item : 0)) : [];

function readRows(
  { places, budget }: SourceFile,
  data: Uint8Array,
  { widths, index }: { readonly widths: readonly number[]; readonly index: readonly number[] },
): void {
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const rowBytes = kindWidth + secondWidth + thirdWidth;
  if (rowBytes === 0 || rowBytes > 24) throw new UnreadablePdf('an unknown cross-reference stream');
  const number = (at: number, width: number): number => {
    let value = 0;
    for (let byte = 0; byte < width; byte += 1) value = value * 256 + (data[at + byte] ?? 0);
    return value;
  };
  let at = 0;
  for (let part = 0; part + 1 < index.length; part += 2) {
    const [first = 0, count = 0] = index.slice(part, part + 2);
    for (let step = 0; step < count && at + rowBytes <= data.byteLength; step += 1, at += rowBytes) {
      budget.step();
      const kind = kindWidth === 0 ? 1 : number(at, kindWidth);
      const second = number(at + kindWidth, secondWidth);
      if (kind === 1) places.add(first + step, second > 0 ? { offset: second } : null);
      else if (kind === 2) places.add(first + step, { container: second });
      else if (kind === 0) places.add(first + step, null);
    }
  }
}
