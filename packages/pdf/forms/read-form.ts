import { findReference, readReferences } from '../file/dictionary.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import { readArray, readEntries, readTextString } from '../file/syntax.ts';

/** The form of a file (ISO 32000-1, 12.7.2). */
export interface FileForm {
  /** It is null if it is in the catalog itself. */
  readonly id: number | null;
  readonly entries: ReadonlyMap<string, string>;
  /** The fields at the top. Others are below them. */
  readonly fieldIds: readonly number[];
  /** By id of a field at the top. */
  readonly names: ReadonlyMap<number, string>;
}

/** Returns null if the file has no fields. @throws {UnreadablePdf} */
export async function readForm(reader: PdfReader, catalog: PdfObject): Promise<FileForm | null> {
  if (!catalog.text.includes('/AcroForm')) return null;
  const written = readEntries(catalog.text).get('AcroForm');
  if (written === undefined) return null;
  const id = findReference(`/AcroForm ${written}`, 'AcroForm');
  const entries = readEntries(id === null ? written : (await reader.object(id)).text);
  const list = entries.get('Fields') ?? '[]';
  const listId = findReference(`/Fields ${list}`, 'Fields');
  const fieldIds = readReferences(listId === null ? list : (await reader.object(listId)).text);
  const names = new Map<number, string>();
  for (const fieldId of fieldIds) {
    const name = readEntries((await reader.object(fieldId)).text).get('T');
    if (name !== undefined) names.set(fieldId, readTextString(name));
  }
  return fieldIds.length === 0 ? null : { id, entries, fieldIds, names };
}

/** Returns the fonts with which a reader draws typed text, by name: `/Helv 5 0 R`. */
export async function readFonts(reader: PdfReader, form: FileForm): Promise<ReadonlyMap<string, string>> {
  const resolve = async (written: string | undefined): Promise<ReadonlyMap<string, string>> => {
    if (written === undefined || written === 'null') return new Map();
    const id = findReference(`/X ${written}`, 'X');
    return readEntries(id === null ? written : (await reader.object(id)).text);
  };
  return resolve((await resolve(form.entries.get('DR'))).get('Font'));
}

/** The objects in `/Kids`. */
export const readFieldKids = (field: string): number[] => {
  const kids = field.includes('/Kids') ? readEntries(field).get('Kids') : undefined;
  return kids?.startsWith('[') ? readArray(kids).flatMap(readReferences) : [];
};
