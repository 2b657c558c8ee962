import type { AssetType, PartDetails } from '../../../schema/api/shared-parts.ts';
import { readIccProfile } from './icc.ts';
import { invalid, tagAt } from './invalid-asset.ts';
import { readJpeg, readPng, readWebp } from './pictures.ts';
import { readSfnt } from './sfnt.ts';
import { readSvg } from './svg.ts';
import { type ExpandBrotli, readWoff2, readWoff2Header } from './woff2.ts';

interface CheckedAsset {
  readonly mediaType: AssetType;
  readonly details: PartDetails;
}

/** Formats that people try, and what to do. */
const REFUSED: Readonly<Record<string, string>> = {
  wOFF: 'is a WOFF font of version 1; convert it to WOFF2',
  ttcf: 'is a collection of fonts; extract the font, and upload it as TTF or OTF',
  GIF8: 'is a GIF; convert it to PNG or WebP',
  '%PDF': 'is a PDF; convert its page to SVG or PNG',
  'PK\u0003\u0004': 'is a ZIP archive; upload the file inside it',
};

/** How many bytes `readAsset` expands to check a file. @throws {InvalidAsset} */
export const expandedBytes = (bytes: Uint8Array): number =>
  tagAt(bytes, 0) === 'wOF2' ? readWoff2Header(bytes).total : 0;

/**
 * Recognises an asset by its bytes, and checks it.
 *
 * @throws {InvalidAsset}
 */
export function readAsset(bytes: Uint8Array, expandBrotli: ExpandBrotli): CheckedAsset {
  if (bytes.byteLength === 0) invalid('is empty');
  const start = tagAt(bytes, 0);
  if (start === 'wOF2') return { mediaType: 'font/woff2', details: readWoff2(bytes, expandBrotli) };
  if (start === 'OTTO') return { mediaType: 'font/otf', details: readSfnt(bytes) };
  if (start === '\0\u0001\0\0' || start === 'true')
    return { mediaType: 'font/ttf', details: readSfnt(bytes) };
  if (start === '\u0089PNG') return { mediaType: 'image/png', details: readPng(bytes) };
  if (start.startsWith('\u00ff\u00d8')) return { mediaType: 'image/jpeg', details: readJpeg(bytes) };
  if (start === 'RIFF') return { mediaType: 'image/webp', details: readWebp(bytes) };
  if (tagAt(bytes, 36) === 'acsp')
    return { mediaType: 'application/vnd.iccprofile', details: readIccProfile(bytes) };
  const reason = REFUSED[start];
  if (reason !== undefined) invalid(reason);
  if (isMarkup(bytes)) return { mediaType: 'image/svg+xml', details: readSvg(bytes) };
  return invalid('is no WOFF2, TTF, OTF, PNG, JPEG, WebP, SVG or ICC file');
}

/** Whether the first character that is no space is `<`. A byte order mark may come first. */
function isMarkup(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 1_000);
  return start.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte)) === 0x3c;
}
