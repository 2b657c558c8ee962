import type { Clip } from './clip.ts';

/**
 * Chromium makes a PNG on the thread that answers all its DevTools commands. Noise of this size takes it 0.3 seconds and is
 * a message of 3.7 million characters (decision 41).
 */
const MAX_STRIP_PIXELS = 900_000;
const MAX_TRANSPARENT_STRIP_PIXELS = 680_000;

export interface Strip {
  /** CSS pixels of the document. */
  readonly clip: Clip;
  /** The place of its first row in the picture, in pixels. */
  readonly top: number;
}

/** @param ratio pixels of the picture for each CSS pixel */
export function toStrips(clip: Clip, ratio: number, isTransparent: boolean): Strip[] {
  const pixels = isTransparent ? MAX_TRANSPARENT_STRIP_PIXELS : MAX_STRIP_PIXELS;
  const mostRows = Math.max(1, Math.floor(pixels / (clip.width * ratio * ratio)));
  const strips: Strip[] = [];
  for (let y = 0; y < clip.height;) {
    const end = y + mostRows >= clip.height ? clip.height : findEnd(y, mostRows, ratio);
    strips.push({
      clip: { ...clip, y: clip.y + y, height: end - y },
      top: Math.round(y * ratio),
    });
    y = end;
  }
  return strips;
}

/** The row nearest to a whole pixel, in the second half of the strip: a strip starts on whole pixels. */
function findEnd(start: number, mostRows: number, ratio: number): number {
  let best = start + mostRows;
  for (let rows = mostRows; rows > mostRows / 2; rows -= 1) {
    if (distance((start + rows) * ratio) < distance(best * ratio) - 1e-9) best = start + rows;
  }
  return best;
}

const distance = (value: number): number => Math.abs(value - Math.round(value));
