import type { Meter } from '@platen/meter';
import type { AssetType, AssetDetails } from '../../../schema/api/components.ts';
import { readIccProfile } from './icc.ts';
import { invalid, tagAt } from './invalid-asset.ts';
import { readJpeg, readPng, readWebp } from './pictures.ts';
import { readSfnt } from './sfnt.ts';
import { readSvg } from './svg.ts';
import { type ExpandBrotli, readWoff2, readWoff2Header } from './woff2.ts';

interface CheckedAsset {
  readonly mediaType: AssetType;
  readonly details: AssetDetails;
}

/** Formats that people try, and what to do. */
const REFUSED: Readonly<Record<string, string>> = {
  wOFF: 'is a WOFF font of version 1; convert it to WOFF2',
  ttcf: 'is a collection of fonts; extract the font, and upload it as TTF or OTF',
  GIF8: 'is a GIF; convert it to PNG or WebP',
  'PK\u0003\u0004': 'is a ZIP archive; upload the file inside it',
};

/** Returns the number of bytes that `readAsset` expands to check a file. @throws {InvalidAsset} */
export const expandedBytes = (bytes: Uint8Array, meter: Meter): number =>
  tagAt(bytes, 0) === 'wOF2' ? readWoff2Header(bytes, meter).total : 0;

/**
 * Recognises an asset by its bytes, and checks it.
 *
 * @throws {InvalidAsset}
 */
export async function readAsset(
  bytes: Uint8Array,
  expandBrotli: ExpandBrotli,
  meter: Meter,
): Promise<CheckedAsset> {
  if (bytes.byteLength === 0) invalid('is empty');
  const start = tagAt(bytes, 0);
  if (start === 'wOF2')
    return { mediaType: 'font/woff2', details: await readWoff2(bytes, expandBrotli, meter) };
  if (start === 'OTTO') return { mediaType: 'font/otf', details: await readSfnt(bytes, meter) };
  if (start === '\0\u0001\0\0' || start === 'true')
    return { mediaType: 'font/ttf', details: await readSfnt(bytes, meter) };
  if (start === '\u0089PNG') return { mediaType: 'image/png', details: await readPng(bytes, meter) };
  if (start.startsWith('\u00ff\u00d8'))
    return { mediaType: 'image/jpeg', details: await readJpeg(bytes, meter) };
  if (start === 'RIFF') return { mediaType: 'image/webp', details: readWebp(bytes, meter) };
  if (tagAt(bytes, 36) === 'acsp')
    return { mediaType: 'application/vnd.iccprofile', details: readIccProfile(bytes, meter) };
  // `readLetterhead` checks it.
  if (start === '%PDF') return { mediaType: 'application/pdf', details: {} };
  const reason = REFUSED[start];
  if (reason !== undefined) invalid(reason);
  if (isMarkup(bytes)) return { mediaType: 'image/svg+xml', details: await readSvg(bytes, meter) };
  return invalid('is no WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG, ICC or PDF file');
}

/** Returns whether the first character that is no space is `<`. A byte order mark may come first. */
function isMarkup(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 1_000);
  return start.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte)) === 0x3c;
}
