import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { EncryptedPdf, UnreadablePdf } from '../file/dictionary.ts';
import { findPlaces } from './find-places.ts';
import { CostlyPdf, type ImportLimits, type PieceSizes } from './limits.ts';
import { PlaceTable } from './place-table.ts';
import { repairPlaces } from './repair.ts';
import { SourceFile } from './source-file.ts';
import { decode } from './metered-source.ts';
import type { Dictionary } from './values.ts';

/** Some programs write a line before the PDF. */
const HEAD_BYTES = 1024;

/** The file is something else. */
export class NotAPdf extends UnreadablePdf {
  override readonly name = 'NotAPdf';

  constructor() {
    super('the file is not a PDF');
  }
}

export interface OpenFile {
  readonly file: SourceFile;
  readonly trailer: Dictionary;
}

export interface OpenMeans {
  readonly meter: Meter;
  readonly limits: ImportLimits;
  readonly pieces: PieceSizes;
}

/** Finds the objects of a file by its tables, or else by looking for them. @throws {NotAPdf | EncryptedPdf | UnreadablePdf} */
export async function openFile(source: ByteSource, means: OpenMeans): Promise<OpenFile> {
  const { file, trailer } = await open(source, means);
  if (trailer.has('Encrypt')) throw new EncryptedPdf();
  return { file, trailer };
}

async function open(source: ByteSource, means: OpenMeans): Promise<OpenFile> {
  const head = await decode(await source.read(0, Math.min(HEAD_BYTES, source.sizeBytes)), means.meter);
  const start = head.indexOf('%PDF-');
  if (start < 0) throw new NotAPdf();
  const repair = (): Promise<Dictionary> => repairPlaces(file);
  const file = new SourceFile(start === 0 ? source : from(source, start), {
    ...means,
    places: new PlaceTable(),
    repair,
  });
  try {
    const trailer = await findPlaces(file);
    if (trailer.has('Encrypt')) return { file, trailer };
    const catalog = await file.dictionary(trailer.get('Root'));
    if (catalog !== null && (await file.dictionary(catalog.get('Pages'))) !== null) return { file, trailer };
  } catch (error) {
    if (!(error instanceof UnreadablePdf) || error instanceof CostlyPdf) throw error;
  }
  return { file, trailer: await file.repair() };
}

const from = (source: ByteSource, start: number): ByteSource => ({
  ...source,
  sizeBytes: source.sizeBytes - start,
  read: (offset, length) => source.read(offset + start, length),
});
