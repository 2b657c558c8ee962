import type { Meter } from '@platen/meter';
import type { AssetDetails } from '../../../schema/api/components.ts';
import { invalid, tagAt, viewOf } from './invalid-asset.ts';

const HEADER_BYTES = 128;
const MAX_TAGS = 200;

/** Source: ICC.1:2022, 7.2 and 7.3. */
export function readIccProfile(bytes: Uint8Array, meter: Meter): AssetDetails {
  if (bytes.byteLength < HEADER_BYTES + 4) invalid('is a damaged ICC profile: it ends too early');
  const view = viewOf(bytes);
  if (view.getUint32(0) !== bytes.byteLength)
    invalid(`is a damaged ICC profile: it says that it has ${view.getUint32(0)} bytes`);
  const tags = view.getUint32(HEADER_BYTES);
  if (tags === 0 || tags > MAX_TAGS) invalid(`is a damaged ICC profile: it says that it has ${tags} tags`);
  meter.charge(HEADER_BYTES + 12 * tags);
  for (let tag = 0; tag < tags; tag += 1) {
    const at = HEADER_BYTES + 4 + 12 * tag;
    if (at + 12 > bytes.byteLength || view.getUint32(at + 4) + view.getUint32(at + 8) > bytes.byteLength)
      invalid('is a damaged ICC profile: a tag is outside of the file');
  }
  return { colourSpace: tagAt(bytes, 16).trim() };
}
