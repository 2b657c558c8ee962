import type { Meter } from '@platen/meter';

/** Chromium needs four bytes for each pixel. */
export const MAX_SIDE_PX = 8_000;

export interface ImageType {
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** It is null if the image is fine. */
  readonly problem: string | null;
}

/** Recognises a PNG or a JPEG by its bytes. It is null if it is neither. */
export function findImageType(bytes: Uint8Array, meter: Meter): ImageType | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength >= 24 && view.getUint32(0) === 0x89_50_4e_47 && view.getUint32(4) === 0x0d_0a_1a_0a)
    return describe('image/png', { width: view.getUint32(16), height: view.getUint32(20) });
  if (bytes.byteLength >= 4 && view.getUint16(0) === 0xff_d8)
    return describe('image/jpeg', readFrame(view, meter));
  return null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function describe(mediaType: ImageType['mediaType'], size: Size | null): ImageType {
  if (size === null || size.width === 0 || size.height === 0) return { mediaType, problem: 'is damaged' };
  const isLarge = Math.max(size.width, size.height) > MAX_SIDE_PX;
  return { mediaType, problem: isLarge ? `has more than ${MAX_SIDE_PX} pixels on a side` : null };
}

interface Frame extends Size {
  /** The first byte after it. */
  readonly end: number;
}

/** A segment is as much work as this many bytes. */
const WORK_PER_SEGMENT = 100;

/** Before the size. A colour profile is in 255 segments at most, and a byte that fills up a marker counts as one. */
const MAX_SEGMENTS = 5_000;

/** The segment of a JPEG that has its size (ITU-T T.81, B.2.2). */
export function readFrame(view: DataView, meter: Meter): Frame | null {
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS && at + 9 <= view.byteLength; count += 1) {
    meter.charge(WORK_PER_SEGMENT);
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), end: at + 9 };
    // A marker may be filled up with more of its first byte.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
