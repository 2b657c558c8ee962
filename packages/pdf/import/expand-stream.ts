import { inflateSync } from 'node:zlib';
import type { Meter } from '@platen/meter';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { ByteSource } from '../file/byte-source.ts';
import type { ImportLimits } from './limits.ts';
import { undoPredictor } from './predictor.ts';
import { type Dictionary, isList, nameOf, type PdfValue } from './values.ts';

/** The end of the data may be missing. */
const Z_SYNC_FLUSH = 2;

/** To open a stream is more work than to expand its first kilobytes. */
const OPENING_WORK = 4_000;

/** The file of a stream, with the tools and limits to read it. */
export interface StreamSource {
  readonly source: ByteSource;
  readonly meter: Meter;
  readonly limits: ImportLimits;
  resolve(value: PdfValue | undefined): Promise<PdfValue>;
  dictionary(value: PdfValue | undefined): Promise<Dictionary | null>;
}

/** Only what holds objects and cross-references is expanded. Others are copied as they are. @throws {UnreadablePdf} */
export async function expandStream(
  file: StreamSource,
  dictionary: Dictionary,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<Uint8Array> {
  const { meter, limits, source } = file;
  if (length > limits.expandedBytes) throw new UnreadablePdf('a stream of objects is too long');
  const data = await source.read(offset, length);
  const filter = first(await file.resolve(dictionary.get('Filter')));
  if (filter === null) return data;
  if (!['FlateDecode', 'Fl'].includes(nameOf(await file.resolve(filter)) ?? ''))
    throw new UnreadablePdf('objects are packed in an unknown way');
  const expanded = inflate(data, limits.expandedBytes, meter);
  const parameters = first(await file.resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP')));
  return undoPredictor(expanded, await file.dictionary(parameters), meter);
}

/** The only one of a list. */
const first = (value: PdfValue): PdfValue => (isList(value) ? (value[0] ?? null) : value);

function inflate(data: Uint8Array, maxOutputLength: number, meter: Meter): Uint8Array {
  const expanded = tryInflate(data, maxOutputLength);
  meter.charge(OPENING_WORK + data.byteLength + (expanded?.byteLength ?? maxOutputLength));
  if (expanded === null) throw new UnreadablePdf('a stream of objects cannot be expanded');
  return expanded;
}

/** Returns null if the data is damaged, or expands to more than the limit. */
function tryInflate(data: Uint8Array, maxOutputLength: number): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength, finishFlush: Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
