import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { readReference, readReferences } from '../file/dictionary.ts';
import { PdfReader, readShownPage } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, toTextString, writeEntries } from '../file/syntax.ts';
import { changeCatalog } from '../finish/catalog.ts';
import { flattenPage, NO_OBJECT } from './flatten.ts';
import { type OutlineEntry, toBookmarks } from './outline-entries.ts';

/** What is changed in a PDF that exists, and that no option of a print can say. */
export interface Revision {
  /** Draws annotations and fields as content, and leaves them out. Default: false. */
  readonly flatten?: boolean;
  /** Turns pages clockwise. Default: none. */
  readonly rotation?: {
    readonly degrees: 90 | 180 | 270;
    readonly isTurned: (page: number) => boolean;
  } | null;
  /** Takes the place of the bookmarks. Default: they stay. */
  readonly bookmarks?: readonly OutlineEntry[] | null;
  /** Entries of the document information, by name. Default: they stay. */
  readonly info?: ReadonlyMap<string, string> | null;
}

/** These values are names, not texts (ISO 32000-1, table 317). */
const NAMED_VALUES = /^(?:True|False|Unknown)$/;

/**
 * Rewrites a PDF that this package or Chromium wrote.
 *
 * @throws {UnreadablePdf}; what the meter throws
 */
export async function revisePdf(source: ByteSource, revision: Revision, meter: Meter): Promise<ByteSource> {
  const { flatten = false, rotation = null, bookmarks = null, info = null } = revision;
  const reader = await PdfReader.open(source, meter);
  const rewrite = new PdfRewrite(reader);
  const pages = flatten || rotation !== null || bookmarks !== null ? await reader.pages() : [];
  for (const [index, page] of pages.entries()) {
    const text = flatten ? await flattenPage(reader, rewrite, page) : page.text;
    const isTurned = rotation !== null && rotation.isTurned(index + 1);
    const turned = isTurned ? turn(text, rotation.degrees) : text;
    if (turned !== page.text) rewrite.write(page.id, turned);
  }
  if (info !== null) rewrite.writeInfo(await changeInfo(reader, info));
  if (flatten) await dropForm(reader, rewrite);
  const revised = await rewrite.finish();
  if (bookmarks === null) return revised;
  return writeOutline(revised, toBookmarks(bookmarks, pages.map(topOf)), meter);
}

const topOf = (page: Parameters<typeof readShownPage>[0]): number => readShownPage(page).height;

function turn(text: string, degrees: number): string {
  const entries = readEntries(text);
  const rotation = (Number(entries.get('Rotate') ?? 0) + degrees) % 360;
  return writeEntries(entries.set('Rotate', String(rotation)));
}

async function changeInfo(reader: PdfReader, info: ReadonlyMap<string, string>): Promise<string> {
  const written = reader.trailer.includes('/Info ')
    ? readEntries((await reader.object(readReference(reader.trailer, 'Info'))).text)
    : new Map<string, string>();
  for (const [name, text] of info)
    written.set(name, name === 'Trapped' && NAMED_VALUES.test(text) ? `/${text}` : toTextString(text));
  return writeEntries(written);
}

/** A form without fields is no form. Its fields are the annotations, and what they belong to. */
async function dropForm(reader: PdfReader, rewrite: PdfRewrite): Promise<void> {
  const { id, text } = await reader.object(readReference(reader.trailer, 'Root'));
  const catalog = readEntries(text);
  const form = catalog.get('AcroForm');
  if (form === undefined) return;
  catalog.delete('AcroForm');
  rewrite.write(id, writeEntries(catalog));
  const seen = new Set<number>();
  const waiting = readReferences(form.startsWith('<<') ? (readEntries(form).get('Fields') ?? '') : form);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next) || !reader.has(next)) continue;
    seen.add(next);
    const part = (await reader.object(next)).text;
    const below = part.startsWith('<<') ? readEntries(part) : null;
    waiting.push(
      ...readReferences(below === null ? part : `${below.get('Fields') ?? ''} ${below.get('Kids') ?? ''}`),
    );
    if (below?.get('Subtype') !== '/Widget') rewrite.write(next, NO_OBJECT);
  }
}

async function writeOutline(
  source: ByteSource,
  bookmarks: ReturnType<typeof toBookmarks>,
  meter: Meter,
): Promise<ByteSource> {
  const reader = await PdfReader.open(source, meter);
  const rewrite = new PdfRewrite(reader);
  await changeCatalog(rewrite, reader, {
    finish: { metadata: null, attachments: [] },
    labels: null,
    bookmarks,
  });
  return rewrite.finish();
}
