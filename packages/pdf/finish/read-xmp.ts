import { findReference } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import type { PdfReader } from '../file/reader.ts';

/** Returns the XMP, or an empty text if the document has none. Chromium writes none. */
export async function readXmp(reader: PdfReader, catalog: string): Promise<string> {
  const id = findReference(catalog, 'Metadata');
  return id === null ? '' : latin1.decode(await reader.readStream(await reader.object(id)));
}
