import type { Meter } from '@platen/meter';
import type { AssetDetails } from '../../../schema/api/components.ts';
import { readFrame } from '../../image-type.ts';
import { invalid, tagAt, viewOf } from './invalid-asset.ts';

const MAX_SIDE_PX = 16_000;

/** Chromium needs four bytes for each pixel. */
const MAX_PIXELS = 50_000_000;

function checkSize(format: string, width: number, height: number): AssetDetails {
  if (width === 0 || height === 0) invalid(`is a damaged ${format}: it has no size`);
  if (Math.max(width, height) > MAX_SIDE_PX) invalid(`has more than ${MAX_SIDE_PX} pixels on a side`);
  if (width * height > MAX_PIXELS) invalid(`has more than ${MAX_PIXELS} pixels`);
  return { width, height };
}

/** A chunk, or a mark of a JPEG, is as much work as this many bytes. */
const PART_WORK = 100;

/** Walks the chunks, so that a file that was cut is refused (ISO/IEC 15948, 5.3). */
export async function readPng(bytes: Uint8Array, meter: Meter): Promise<AssetDetails> {
  const view = viewOf(bytes);
  if (bytes.byteLength < 33 || view.getUint32(4) !== 0x0d_0a_1a_0a || tagAt(bytes, 12) !== 'IHDR')
    invalid('is a damaged PNG');
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.byteLength;) {
    meter.charge(PART_WORK);
    if (meter.isDue) await meter.pause();
    const type = tagAt(bytes, at + 4);
    if (type === 'IDAT') hasData = true;
    at += 12 + view.getUint32(at);
    if (at > bytes.byteLength) break;
    if (type === 'IEND' && hasData) return checkSize('PNG', view.getUint32(16), view.getUint32(20));
  }
  return invalid('is a damaged PNG: it ends too early');
}

export async function readJpeg(bytes: Uint8Array, meter: Meter): Promise<AssetDetails> {
  const size = readFrame(viewOf(bytes), meter);
  if (size === null) invalid('is a damaged JPEG: it has no frame');
  if (!(await hasEnd(bytes, size.end, meter))) invalid('is a damaged JPEG: it ends too early');
  return checkSize('JPEG', size.width, size.height);
}

/** Bytes of other programs can follow the mark of the end. */
async function hasEnd(bytes: Uint8Array, from: number, meter: Meter): Promise<boolean> {
  meter.charge(bytes.byteLength - from);
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return true;
    meter.charge(PART_WORK);
    if (meter.isDue) await meter.pause();
  }
  return false;
}

/** Source: RFC 9649, section 2. */
export function readWebp(bytes: Uint8Array, meter: Meter): AssetDetails {
  meter.charge(PART_WORK);
  if (bytes.byteLength < 30 || tagAt(bytes, 8) !== 'WEBP') invalid('is a RIFF file that is no WebP');
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 > bytes.byteLength) invalid('is a damaged WebP: it ends too early');
  const size = readWebpSize(view, tagAt(bytes, 12));
  if (size === null) invalid('is a damaged WebP');
  return checkSize('WebP', size.width, size.height);
}

function readWebpSize(view: DataView, chunk: string): { width: number; height: number } | null {
  if (chunk === 'VP8X') {
    const read = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
    return { width: read(24), height: read(27) };
  }
  if (chunk === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3f_ff), height: 1 + ((bits >>> 14) & 0x3f_ff) };
  }
  // The start code of a key frame (RFC 6386, 9.1).
  if (chunk === 'VP8 ' && view.getUint8(23) === 0x9d && view.getUint16(24) === 0x01_2a)
    return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
  return null;
}
