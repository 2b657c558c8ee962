import type { Meter } from '@platen/meter';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { Dictionary } from './values.ts';

/** Rows of cross-references are about 10 bytes long. */
const MAX_PREDICTED_BYTES = 1 << 16;

/** The work of a row, besides that of its bytes. */
const ROW_WORK = 10;

/** Each byte is predicted from three others. */
const WORK_PER_BYTE = 3;

/** Undoes the predictors of PNG (ISO 32000-1, 7.4.4.4). @throws {UnreadablePdf} */
export async function undoPredictor(
  data: Uint8Array,
  parameters: Dictionary | null,
  meter: Meter,
): Promise<Uint8Array> {
  const integer = (name: string, otherwise: number): number => {
    const value = parameters?.get(name);
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise;
  };
  if (integer('Predictor', 1) < 10) return data;
  const pixelBits = integer('Colors', 1) * integer('BitsPerComponent', 8);
  const rowBytes = Math.ceil((integer('Columns', 1) * pixelBits) / 8);
  if (rowBytes > MAX_PREDICTED_BYTES) throw new UnreadablePdf('a predictor has too many columns');
  const rows = Math.floor(data.byteLength / (rowBytes + 1));
  const result = new Uint8Array(rows * rowBytes);
  let above = new Uint8Array(rowBytes);
  for (let row = 0; row < rows; row += 1) {
    meter.charge(ROW_WORK + WORK_PER_BYTE * rowBytes);
    if (meter.isDue) await meter.pause();
    const start = row * (rowBytes + 1);
    const target = result.subarray(row * rowBytes, (row + 1) * rowBytes);
    target.set(data.subarray(start + 1, start + 1 + rowBytes));
    undoRow(data[start] ?? 0, target, above, Math.ceil(pixelBits / 8));
    above = target;
  }
  return result;
}

/** @param row is changed @param above the row before, undone */
function undoRow(kind: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const up = above[at] ?? 0;
    const hasLeft = at >= pixelBytes;
    const left = hasLeft ? (row[at - pixelBytes] ?? 0) : 0;
    const corner = hasLeft ? (above[at - pixelBytes] ?? 0) : 0;
    row[at] = (row[at] ?? 0) + predict(kind, left, up, corner);
  }
}

function predict(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
