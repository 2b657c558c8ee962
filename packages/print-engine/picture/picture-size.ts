import { UnprintableJob } from '../failures.ts';

/** The largest side of a canvas in Chromium, and of a WebP. */
export const MAX_PICTURE_SIDE = 16_383;

/** A page needs about ten bytes for each. */
export const MAX_PICTURE_PIXELS = 25_000_000;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** @param ratio pixels of the picture for each CSS pixel */
export const toPixelSize = ({ width, height }: PixelSize, ratio: number): PixelSize => ({
  width: Math.max(1, Math.round(width * ratio)),
  height: Math.max(1, Math.round(height * ratio)),
});

/** @param field what made the picture this large @throws {UnprintableJob} */
export function requirePictureSize({ width, height }: PixelSize, field: string): void {
  const size = `${field}: the picture would have ${width} × ${height} pixels`;
  if (Math.max(width, height) > MAX_PICTURE_SIDE)
    throw new UnprintableJob(`${size}; a side can have ${MAX_PICTURE_SIDE}`);
  if (width * height > MAX_PICTURE_PIXELS)
    throw new UnprintableJob(
      `${size}; width times height can be ${MAX_PICTURE_PIXELS}, and is ${width * height}`,
    );
}
