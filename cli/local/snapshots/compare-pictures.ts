import pixelmatch from 'pixelmatch';
import type { Picture } from '../pdf/pdf-pages.ts';

export interface PictureDifference {
  /** The fraction of the pixels that differ, from 0 to 1. */
  readonly fraction: number;
  readonly square: DifferentSquare;
  /** The old page in grey, with the pixels that differ in red. */
  readonly picture: Picture;
}

/** The square of a page in which most pixels differ: a word of another colour is a small part of a page, and much of a square. */
export interface DifferentSquare {
  /** The fraction of its pixels that differ, from 0 to 1. */
  readonly fraction: number;
  /** Of its corner at the top left, in pixels. */
  readonly x: number;
  readonly y: number;
}

const BYTES_PER_PIXEL = 4;

/**
 * The edges of letters are not compared: they are smoothed differently on each machine.
 * @param side of a square, in pixels
 */
export function comparePictures(
  expected: Picture,
  actual: Picture,
  { threshold, side }: { readonly threshold: number; readonly side: number },
): PictureDifference {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const one = extend(expected, width, height);
  const other = extend(actual, width, height);
  const picture = { width, height, data: new Uint8Array(width * height * BYTES_PER_PIXEL) };
  const different = pixelmatch(one.data, other.data, picture.data, width, height, { threshold });
  return { fraction: different / (width * height), square: findSquare(picture, side), picture };
}

/** Squares begin at every pixel. The sums of all rectangles from the corner of the page give that of each square. */
function findSquare({ width, height, data }: Picture, side: number): DifferentSquare {
  const [across, down] = [Math.min(side, width), Math.min(side, height)];
  const sums = new Uint32Array((width + 1) * (height + 1));
  const sumAt = (x: number, y: number): number => sums[y * (width + 1) + x] ?? 0;
  let [most, corner] = [0, { x: 0, y: 0 }];
  for (let y = 1; y <= height; y += 1) {
    for (let x = 1; x <= width; x += 1) {
      const own = isDifferent(data, ((y - 1) * width + x - 1) * BYTES_PER_PIXEL) ? 1 : 0;
      sums[y * (width + 1) + x] = own + sumAt(x - 1, y) + sumAt(x, y - 1) - sumAt(x - 1, y - 1);
      if (x < across || y < down) continue;
      const [left, top] = [x - across, y - down];
      const count = sumAt(x, y) - sumAt(left, y) - sumAt(x, top) + sumAt(left, top);
      if (count > most) [most, corner] = [count, { x: left, y: top }];
    }
  }
  return { fraction: most / (across * down), ...corner };
}

/** pixelmatch draws these in red, smoothed edges in yellow, and what is the same in grey. */
const isDifferent = (data: Uint8Array, at: number): boolean => data[at] === 255 && data[at + 1] === 0;

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
