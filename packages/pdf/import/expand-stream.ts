import { inflateSync } from 'node:zlib';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { ByteSource } from '../file/byte-source.ts';
import type { Budget } from './budget.ts';
import { type Dictionary, isDictionary, isList, nameOf, type PdfValue } from './values.ts';

/** One object stream, or one cross-reference stream. */
const MAX_EXPANDED_BYTES = 64_000_000;

/** The end of the data may be missing. */
const Z_SYNC_FLUSH = 2;

/** What the stream is read with. */
interface Source {
  readonly source: ByteSource;
  readonly budget: Budget;
  resolve(value: PdfValue | undefined): Promise<PdfValue>;
  dictionary(value: PdfValue | undefined): Promise<Dictionary | null>;
}

/** Only what holds objects and cross-references is expanded. Others are copied as they are. @throws {UnreadablePdf} */
export async function expandStream(
  file: Source,
  dictionary: Dictionary,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<Uint8Array> {
  const { budget, source } = file;
  if (length > MAX_EXPANDED_BYTES) throw new UnreadablePdf('a stream of objects is too long');
  const data = await source.read(offset, length);
  const filter = first(await file.resolve(dictionary.get('Filter')));
  if (filter === null) return data;
  if (!['FlateDecode', 'Fl'].includes(nameOf(await file.resolve(filter)) ?? ''))
    throw new UnreadablePdf('objects are packed in an unknown way');
  const maxOutputLength = Math.min(MAX_EXPANDED_BYTES, budget.expandableBytes);
  const expanded = inflate(data, maxOutputLength);
  budget.expand(expanded.byteLength);
  const parameters = first(await file.resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP')));
  return undoPredictor(expanded, await file.dictionary(parameters));
}

/** The only one of a list. */
const first = (value: PdfValue): PdfValue => (isList(value) ? (value[0] ?? null) : value);

function inflate(data: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, maxOutputLength), finishFlush: Z_SYNC_FLUSH });
  } catch (error) {
    throw new UnreadablePdf('a stream of objects cannot be expanded', { cause: error });
  }
}

/** The predictors of PNG (ISO 32000-1, 7.4.4.4). */
function undoPredictor(data: Uint8Array, parameters: Dictionary | null): Uint8Array {
  const integer = (name: string, otherwise: number): number => {
    const value = isDictionary(parameters) ? parameters.get(name) : undefined;
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise;
  };
  if (integer('Predictor', 1) < 10) return data;
  const pixelBytes = Math.max(1, Math.ceil((integer('Colors', 1) * integer('BitsPerComponent', 8)) / 8));
  const rowBytes = Math.ceil(
    (integer('Columns', 1) * integer('Colors', 1) * integer('BitsPerComponent', 8)) / 8,
  );
  const rows = Math.floor(data.byteLength / (rowBytes + 1));
  const result = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (rowBytes + 1)] ?? 0;
    for (let at = 0; at < rowBytes; at += 1) {
      const place = row * rowBytes + at;
      const left = at >= pixelBytes ? (result[place - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (result[place - rowBytes] ?? 0) : 0;
      const corner = row > 0 && at >= pixelBytes ? (result[place - rowBytes - pixelBytes] ?? 0) : 0;
      result[place] = (data[row * (rowBytes + 1) + 1 + at] ?? 0) + predict(kind, left, up, corner);
    }
  }
  return result;
}

function predict(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value));
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner;
}
