import pixelmatch from 'pixelmatch';
import type { Picture } from '../pdf/pdf-pages.ts';

export interface PictureDifference {
  /** The fraction of the pixels that differ, from 0 to 1. */
  readonly fraction: number;
  /** The old page in grey, with the pixels that differ in red. */
  readonly picture: Picture;
}

const BYTES_PER_PIXEL = 4;

/** The edges of letters are not compared: they are smoothed differently on each machine. */
export function comparePictures(expected: Picture, actual: Picture, threshold: number): PictureDifference {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const one = extend(expected, width, height);
  const other = extend(actual, width, height);
  const picture = { width, height, data: new Uint8Array(width * height * BYTES_PER_PIXEL) };
  const different = pixelmatch(one.data, other.data, picture.data, width, height, { threshold });
  return { fraction: different / (width * height), picture };
}

/** If only one of two pages has an area, it is transparent in the other, and differs. */
function extend(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const data = new Uint8Array(width * height * BYTES_PER_PIXEL);
  const rowBytes = picture.width * BYTES_PER_PIXEL;
  for (let y = 0; y < picture.height; y += 1) {
    data.set(picture.data.subarray(y * rowBytes, (y + 1) * rowBytes), y * width * BYTES_PER_PIXEL);
  }
  return { width, height, data };
}
