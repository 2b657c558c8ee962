import { MemoryLimitExceeded, type Meter, WorkLimitExceeded } from '@platen/meter';
import { readTextString } from '../file/syntax.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import { ObjectWriter } from '../merge/object-writer.ts';
import { ObjectCopier } from './copier.ts';
import { copyOutline } from './copy-outline.ts';
import { copyPages } from './copy-pages.ts';
import { copyTags } from './copy-tags.ts';
import { Destinations } from './destinations.ts';
import { CostlyPdf, IMPORT_LIMITS, type ImportLimits, maxWorkOf, PIECE_SIZES } from './limits.ts';
import { type OpenFile, openFile } from './open-file.ts';
import type { SourceFile } from './source-file.ts';
import { readTree, type SourcePage, walkPages } from './trees.ts';
import {
  type Dictionary,
  isDictionary,
  isList,
  Name,
  type PdfValue,
  Reference,
  Text,
  writeValue,
} from './values.ts';

/** The document has more pages than are allowed. */
export class TooManyPages extends UnreadablePdf {
  override readonly name = 'TooManyPages';

  constructor(maxPages: number) {
    super(`the file has more than ${maxPages} pages`);
  }
}

export interface ImportOptions {
  readonly maxPages: number;
  /** Of the request. The import is a part of its work. */
  readonly meter: Meter;
  readonly limits?: ImportLimits;
}

export interface ImportedPdf {
  readonly pageCount: number;
  /** It is null if the file says none. */
  readonly title: string | null;
}

/**
 * Rewrites a PDF of another program in the form that this package reads: with its pages, bookmarks, links, fields, tags,
 * attachments and layers, and without scripts, programs to start, and what no page needs. What is damaged is repaired as far
 * as readers do. Work and memory have bounds, whatever the file declares.
 *
 * @throws {NotAPdf | EncryptedPdf | TooManyPages | UnreadablePdf} before or while it writes
 */
export async function* importPdf(
  source: ByteSource,
  { maxPages, meter, limits = IMPORT_LIMITS }: ImportOptions,
): AsyncGenerator<Uint8Array, ImportedPdf> {
  const own = meter.part({
    maxWork: maxWorkOf(source.sizeBytes, limits),
    maxHeldBytes: limits.heldBytes,
  });
  try {
    return yield* rewrite(await openFile(source, { meter: own, limits, pieces: PIECE_SIZES }), maxPages);
  } catch (error) {
    if (error instanceof WorkLimitExceeded)
      throw new CostlyPdf('the file needs more work than a PDF of its size', { cause: error });
    if (error instanceof MemoryLimitExceeded)
      throw new CostlyPdf('the file needs more memory than a PDF', { cause: error });
    throw error;
  } finally {
    meter.release(own.heldBytes);
  }
}

async function* rewrite(
  { file, trailer }: OpenFile,
  maxPages: number,
): AsyncGenerator<Uint8Array, ImportedPdf> {
  const catalog = await file.dictionary(trailer.get('Root'));
  if (catalog === null) throw new UnreadablePdf('the file has no catalog');
  const copier = new ObjectCopier(file, new ObjectWriter());
  const { writer } = copier;
  const catalogId = writer.reserve();
  const pages: SourcePage[] = [];
  for await (const page of walkPages(file, catalog.get('Pages'))) {
    pages.push(page);
    if (pages.length > maxPages) throw new TooManyPages(maxPages);
  }
  if (pages.length === 0) throw new UnreadablePdf('the file has no pages');
  const ids = pages.map(({ id }) => {
    const copyId = writer.reserve();
    if (id !== null) copier.place(id, copyId);
    return copyId;
  });
  const destinations = await Destinations.read(copier, catalog, ids);
  const tagsId = yield* copyTags(copier, catalog);
  const pagesId = yield* copyPages(copier, { pages, ids, destinations });
  const outlineId = yield* copyOutline(copier, catalog, destinations);
  const entries = await copyCatalog(copier, catalog);
  yield* copier.writeWaiting();
  const parts = [
    `/Type /Catalog /Version /1.7 /Pages ${pagesId} 0 R`,
    outlineId === null ? '' : `/Outlines ${outlineId} 0 R`,
    tagsId === null ? '' : `/StructTreeRoot ${tagsId} 0 R`,
    ...entries,
  ];
  yield* writer.writeUnpacked(catalogId, `<<${parts.filter((part) => part !== '').join(' ')}>>`);
  const info = await copyInfo(copier, trailer);
  const infoId = writer.reserve();
  yield* writer.writeUnpacked(infoId, writeValue(info));
  yield* writer.finish(`/Root ${catalogId} 0 R /Info ${infoId} 0 R`);
  return { pageCount: pages.length, title: readTitle(info) };
}

/** Large ones are objects of their own, so that their keys are not taken for those of the catalog. */
async function copyCatalog(copier: ObjectCopier, catalog: Dictionary): Promise<string[]> {
  const { file } = copier;
  const entries: string[] = [];
  const language = await file.resolve(catalog.get('Lang'));
  if (language instanceof Text) entries.push(`/Lang ${writeValue(language)}`);
  for (const name of ['MarkInfo', 'ViewerPreferences']) {
    const direct = await copier.direct(catalog.get(name));
    if (direct !== null) entries.push(`/${name} ${writeValue(direct)}`);
  }
  const form = await copyForm(copier, catalog);
  if (form !== null) entries.push(`/AcroForm ${writeValue(form)}`);
  for (const name of ['OCProperties', 'PageLabels', 'Metadata', 'OutputIntents']) {
    const value = catalog.get(name);
    if (value instanceof Reference) {
      const copy = copier.toReference(value.id);
      if (copy !== null) entries.push(`/${name} ${writeValue(copy)}`);
    } else if (isDictionary(value) || isList(value))
      entries.push(`/${name} ${writeValue(copier.copy(value))}`);
  }
  const attached = await copyAttachments(copier, catalog);
  if (attached.length > 0) entries.push(`/Names <</EmbeddedFiles <</Names ${writeValue(attached)}>>>>`);
  const files = copier.copy(await file.resolve(catalog.get('AF')));
  if (isList(files) && attached.length > 0) entries.push(`/AF ${writeValue(files)}`);
  return entries;
}

/** Copies the form without fields that do not exist, which the merger would look for. A field that is there twice is read once. It is null for a file without fields. */
async function copyForm(copier: ObjectCopier, catalog: Dictionary): Promise<PdfValue> {
  const { file } = copier;
  const form = await file.dictionary(catalog.get('AcroForm'));
  const list = await file.resolve(form?.get('Fields'));
  const fields: PdfValue[] = [];
  const known = new Set<number>();
  for (const field of isList(list) ? list : []) {
    if (!(field instanceof Reference) || known.has(field.id)) continue;
    known.add(field.id);
    if ((await file.dictionary(field)) !== null) fields.push(copier.copy(field));
  }
  if (form === null || fields.length === 0) return null;
  return copier.copyEntries(form, ['Fields', 'SigFlags']).set('Fields', fields);
}

/** Copies the attachments into one list, which is how the engine reads them. */
async function copyAttachments(copier: ObjectCopier, catalog: Dictionary): Promise<PdfValue[]> {
  const names = await copier.file.dictionary(catalog.get('Names'));
  const pairs = await readTree(copier.file, names?.get('EmbeddedFiles'), 'Names');
  return pairs.flatMap(([name, value]) => {
    const copied = copier.copy(value);
    return name instanceof Text && copied !== null ? [name, copied] : [];
  });
}

/** Programs may add entries of their own. Readers show a few. */
const MAX_INFO = 50;

async function copyInfo({ file }: ObjectCopier, trailer: Dictionary): Promise<Map<string, PdfValue>> {
  const info = new Map<string, PdfValue>();
  for (const [name, written] of (await readInfo(file, trailer)) ?? []) {
    if (info.size === MAX_INFO) break;
    const value = await file.resolve(written);
    if (value instanceof Text || (name === 'Trapped' && value instanceof Name)) info.set(name, value);
  }
  return info;
}

/** Returns null for one that cannot be read: nothing else needs it. */
async function readInfo(file: SourceFile, trailer: Dictionary): Promise<Dictionary | null> {
  try {
    return await file.dictionary(trailer.get('Info'));
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    return null;
  }
}

function readTitle(info: ReadonlyMap<string, PdfValue>): string | null {
  const title = info.get('Title');
  if (!(title instanceof Text)) return null;
  return readTextString(writeValue(title)).toWellFormed().trim() || null;
}
