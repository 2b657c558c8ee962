import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { findReference, readReference } from '../file/dictionary.ts';
import { PdfReader } from '../file/reader.ts';
import { readEntries, readTextString } from '../file/syntax.ts';
import { readDestinations } from '../merge/input-file.ts';
import { type OutlineItem, readOutline } from '../split/outline.ts';
import type { OutlineEntry } from './outline-entries.ts';

/** A PDF, as its document information and its bookmarks describe it. */
export interface DocumentFacts {
  readonly pageCount: number;
  /** By the names that PDF has: `CreationDate`. */
  readonly info: ReadonlyMap<string, string>;
  readonly outline: readonly OutlineEntry[];
}

/** @param source a PDF that this package or Chromium wrote @throws {UnreadablePdf}; what the meter throws */
export async function readDocument(source: ByteSource, meter: Meter): Promise<DocumentFacts> {
  const reader = await PdfReader.open(source, meter);
  const catalog = await reader.object(readReference(reader.trailer, 'Root'));
  const destinationsId = findReference(catalog.text, 'Dests');
  const destinations =
    destinationsId === null
      ? new Map<string, string>()
      : readDestinations(await reader.object(destinationsId));
  const numbers = new Map((await reader.pages()).map(({ id }, index) => [id, index + 1]));
  const toEntry = ({ title, pageId, children }: OutlineItem): OutlineEntry => ({
    title: readTextString(title).toWellFormed(),
    page: numbers.get(pageId) ?? 1,
    children: children.map(toEntry),
  });
  return {
    pageCount: numbers.size,
    info: await readInfo(reader),
    outline: (await readOutline(reader, catalog.text, destinations)).map(toEntry),
  };
}

async function readInfo(reader: PdfReader): Promise<ReadonlyMap<string, string>> {
  if (!reader.trailer.includes('/Info ')) return new Map();
  const { text } = await reader.object(readReference(reader.trailer, 'Info'));
  const entries = Array.from(readEntries(text), ([name, written]) => [name, toText(written)] as const);
  return new Map(entries);
}

const toText = (written: string): string =>
  written.startsWith('/') ? written.slice(1) : readTextString(written).toWellFormed();
