import { UnreadablePdf } from '../file/dictionary.ts';
import { expandStream } from './expand-stream.ts';
import { VALUE_WORK } from './limits.ts';
import type { Parser } from './parser.ts';
import type { SourceFile } from './source-file.ts';
import { type Dictionary, isDictionary, isList, nameOf, type PdfValue } from './values.ts';

/** The file says at its end where its table is. */
const TAIL_BYTES = 2048;

/** Two numbers. */
const ENTRY_HELD_BYTES = 16;

/** Each is a version of the file. */
const MAX_SECTIONS = 2_000;

/** Finds all objects by the tables of the file, the newest version first. @throws {UnreadablePdf} */
export async function findPlaces(file: SourceFile): Promise<Dictionary> {
  const { source } = file;
  const tailStart = Math.max(0, source.sizeBytes - TAIL_BYTES);
  const tail = await file.text(tailStart, TAIL_BYTES);
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

/** Returns null if there is no table here. */
function readTable(file: SourceFile, start: number): Promise<Dictionary | null> {
  return file.parseAt(start, async (parser) => {
    if (!parser.skipWord('xref')) return null;
    // Pairs of an id and its offset, or 0.
    const entries: number[] = [];
    while (!parser.skipWord('trailer')) await readSubsection(parser, file, entries);
    const trailer = await parser.dictionary();
    for (let at = 0; at < entries.length; at += 2) {
      const [id = 0, offset = 0] = [entries[at], entries[at + 1]];
      file.places.add(id, offset > 0 ? { offset } : null);
    }
    return trailer;
  });
}

async function readSubsection(parser: Parser, { meter }: SourceFile, entries: number[]): Promise<void> {
  meter.charge(VALUE_WORK);
  if (meter.isDue) await meter.pause();
  const [first, count] = [parser.integer(), parser.integer()];
  if (first === null || count === null) throw new UnreadablePdf('an unknown cross-reference table');
  for (let index = 0; index < count; index += 1) {
    meter.charge(VALUE_WORK);
    if (meter.isDue) await meter.pause();
    const entry = parser.entry();
    // Some tables declare more entries than they have.
    if (entry === null) return;
    parser.hold(ENTRY_HELD_BYTES);
    entries.push(first + index, entry.isUsed ? entry.offset : 0);
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
  await readRows(file, data, { widths, index });
  return value;
}

const toNumbers = (value: PdfValue | undefined): number[] =>
  isList(value) ? value.map((item) => (typeof item === 'number' && item >= 0 ? item : 0)) : [];

async function readRows(
  { places, meter }: SourceFile,
  data: Uint8Array,
  { widths, index }: { readonly widths: readonly number[]; readonly index: readonly number[] },
): Promise<void> {
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
    meter.charge(VALUE_WORK);
    const [first = 0, count = 0] = index.slice(part, part + 2);
    for (let step = 0; step < count && at + rowBytes <= data.byteLength; step += 1, at += rowBytes) {
      meter.charge(VALUE_WORK);
      if (meter.isDue) await meter.pause();
      const kind = kindWidth === 0 ? 1 : number(at, kindWidth);
      const second = number(at + kindWidth, secondWidth);
      if (kind === 1) places.add(first + step, second > 0 ? { offset: second } : null);
      else if (kind === 2) places.add(first + step, { container: second });
      else if (kind === 0) places.add(first + step, null);
    }
  }
}
