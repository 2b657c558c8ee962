import { PNG } from 'pngjs';
import { encodePng as encodeRgb } from '../../../renderer/container/image/thumbnail/encode-png.ts';
import type { Picture } from './pdf-pages.ts';

const RGB_BYTES = 3;
const RGBA_BYTES = 4;

/** The smallest file, which takes four times as long. */
const BEST = 9;
const FAST = 1;

/** Pages are opaque, so the file has no alpha. */
export const encodePng = ({ width, height, data }: Picture, { isSmall = true } = {}): Uint8Array =>
  encodeRgb({ data: withoutAlpha(data), width, height, stride: width * RGB_BYTES }, isSmall ? BEST : FAST);

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / RGBA_BYTES) * RGB_BYTES);
  for (let from = 0, to = 0; from < rgba.length; from += RGBA_BYTES, to += RGB_BYTES) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** A person may have made the file smaller, so each kind of PNG is read. @throws {Error} the file is no PNG */
export function decodePng(bytes: Uint8Array): Picture {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, data };
}
