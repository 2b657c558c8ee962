import type { Meter } from '@platen/meter';
import type { AssetDetails } from '../../../schema/api/components.ts';
import { readFontDetails, type Tables } from './font-details.ts';
import { invalid, tagAt, viewOf } from './invalid-asset.ts';

/** Source: OpenType 1.9.1, "Organization of an OpenType font". */
export function readSfnt(bytes: Uint8Array, meter: Meter): Promise<AssetDetails> {
  const view = viewOf(bytes);
  const count = bytes.byteLength < 12 ? 0 : view.getUint16(4);
  meter.charge(16 * count);
  const tables = new Map<string, Uint8Array>();
  for (let table = 0; table < count; table += 1) {
    const at = 12 + 16 * table;
    if (at + 16 > bytes.byteLength) invalid('is a damaged font: it ends in its list of tables');
    const tag = tagAt(bytes, at);
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (offset + length > bytes.byteLength)
      invalid(`is a damaged font: its table "${tag.trim()}" is outside of the file`);
    tables.set(tag, bytes.subarray(offset, offset + length));
  }
  return readFontDetails(tables satisfies Tables, meter);
}
