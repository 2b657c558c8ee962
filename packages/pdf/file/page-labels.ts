import { UnreadablePdf } from './dictionary.ts';
import type { PdfReader } from './reader.ts';
import { readArray, readEntries, toTextString } from './syntax.ts';

/** The number of a page, as the document shows it. */
export interface PageLabel {
  readonly text: string;
  readonly number: number;
  /** A counter style of CSS, such as `lower-roman`. */
  readonly style: string;
}

/** Pages that follow each other and are numbered alike (ISO 32000-1, 12.4.2). */
export interface LabelRange {
  /** The index of its first page, from 0. */
  readonly start: number;
  /** `D`, `R`, `r`, `A` or `a`. It is null if the labels are only the prefix. */
  readonly style: string | null;
  /** A string as it is written in a PDF, with its brackets. */
  readonly prefix: string | null;
  /** The number of the first page. */
  readonly first: number;
}

/** For each counter style of CSS, its name in a PDF, and the last number that both write in the same way. */
const STYLES: ReadonlyMap<string, readonly [name: string, last: number]> = new Map([
  ['decimal', ['D', Infinity]],
  ['lower-roman', ['r', 3999]],
  ['upper-roman', ['R', 3999]],
  ['lower-alpha', ['a', 26]],
  ['lower-latin', ['a', 26]],
  ['upper-alpha', ['A', 26]],
  ['upper-latin', ['A', 26]],
]);

/** Returns the ranges of the labels. A label that a PDF cannot count becomes a prefix without a number. */
export function toLabelRanges(labels: readonly PageLabel[]): LabelRange[] {
  const ranges = labels.map(({ text, number, style }, start) => {
    const [name, last] = STYLES.get(style) ?? ['', 0];
    return number >= 1 && number <= last
      ? { start, style: name, prefix: null, first: number }
      : { start, style: null, prefix: toTextString(text), first: 1 };
  });
  return joinRanges(ranges);
}

/** Joins ranges that continue each other. @param ranges at most one for each page */
function joinRanges(ranges: readonly LabelRange[]): LabelRange[] {
  const joined: LabelRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    const continues =
      last !== undefined &&
      last.style === range.style &&
      last.prefix === range.prefix &&
      (range.style === null || last.first + range.start - last.start === range.first);
    if (!continues) joined.push(range);
  }
  return joined;
}

/** Returns the labels of some pages. @param indexes of the pages, from 0, in their new order */
export function selectLabels(ranges: readonly LabelRange[], indexes: readonly number[]): LabelRange[] {
  let at = 0;
  return joinRanges(
    indexes.map((index, start) => {
      if (index < (ranges[at]?.start ?? 0)) at = 0;
      while ((ranges[at + 1]?.start ?? Infinity) <= index) at += 1;
      const { style = null, prefix = null, first = 1, start: from = 0 } = ranges[at] ?? {};
      return { start, style, prefix, first: first + index - from };
    }),
  );
}

export interface FileLabels {
  readonly pageCount: number;
  readonly ranges: readonly LabelRange[] | null;
}

/** Returns the labels of files that follow each other. Pages of a file without labels are counted from the first page of all files. */
export function joinLabels(files: readonly FileLabels[]): LabelRange[] {
  let begun = 0;
  const joined = files.flatMap(({ pageCount, ranges }) => {
    const start = begun;
    begun += pageCount;
    const counted: LabelRange = { start, style: 'D', prefix: null, first: start + 1 };
    const own = ranges?.filter((range) => range.start < pageCount);
    return own?.map((range) => ({ ...range, start: start + range.start })) ?? [counted];
  });
  return joinRanges(joined);
}

export const writeLabelRanges = (ranges: readonly LabelRange[]): string =>
  `<</Nums [${ranges.map((range) => `${range.start} ${writeRange(range)}`).join(' ')}]>>`;

function writeRange({ style, prefix, first }: LabelRange): string {
  const parts = [
    style === null ? '' : `/S /${style}`,
    prefix === null ? '' : `/P ${prefix}`,
    style === null || first === 1 ? '' : `/St ${first}`,
  ];
  return `<<${parts.filter((part) => part !== '').join(' ')}>>`;
}

/** A deeper tree is not read. */
const MAX_LEVELS = 16;

export interface ReadLabels {
  readonly ranges: readonly LabelRange[];
  /** The objects that only the labels need. */
  readonly ids: readonly number[];
}

/** Returns the page labels, or null if the document has none or they cannot be read. */
export async function readPageLabels(reader: PdfReader, catalog: string): Promise<ReadLabels | null> {
  const written = readEntries(catalog).get('PageLabels');
  if (written === undefined) return null;
  const tree = new LabelTree(reader);
  try {
    await tree.addNode(written, 0);
  } catch (error) {
    if (error instanceof UnreadablePdf) return null;
    throw error;
  }
  const ranges = tree.ranges.toSorted((one, other) => one.start - other.start);
  return ranges[0]?.start === 0 ? { ranges, ids: [...tree.ids] } : null;
}

/** Reads a number tree (ISO 32000-1, 7.9.7). */
class LabelTree {
  readonly ranges: LabelRange[] = [];
  readonly ids = new Set<number>();
  readonly #reader: PdfReader;

  constructor(reader: PdfReader) {
    this.#reader = reader;
  }

  async addNode(written: string, level: number): Promise<void> {
    if (level > MAX_LEVELS) throw new UnreadablePdf('the tree of page labels has too many levels');
    const node = readEntries(await this.#resolve(written));
    const kids = node.get('Kids');
    for (const kid of kids === undefined ? [] : readArray(await this.#resolve(kids)))
      await this.addNode(kid, level + 1);
    const pairs = readArray(await this.#resolve(node.get('Nums') ?? '[]'));
    for (let at = 0; at + 1 < pairs.length; at += 2)
      this.ranges.push(readRange(Number(pairs[at]), await this.#resolve(pairs[at + 1] ?? '')));
  }

  async #resolve(value: string): Promise<string> {
    const id = /^(\d+) 0 R$/.exec(value)?.[1];
    if (id === undefined) return value;
    if (this.ids.has(Number(id))) throw new UnreadablePdf('the page labels have an object twice');
    this.ids.add(Number(id));
    return (await this.#reader.object(Number(id))).text;
  }
}

function readRange(start: number, written: string): LabelRange {
  const entries = readEntries(written);
  const style = /^\/([DRrAa])$/.exec(entries.get('S') ?? '')?.[1] ?? null;
  const prefix = entries.get('P') ?? null;
  const first = Number(entries.get('St') ?? 1);
  if (!Number.isInteger(start) || !Number.isInteger(first))
    throw new UnreadablePdf('a page label has no number');
  return { start, style, prefix: prefix !== null && /^[(<]/.test(prefix) ? prefix : null, first };
}
