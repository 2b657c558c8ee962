import type { PictureEnd, PictureMark, PictureStart } from '../messages.ts';

const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

/** Not in the document, so its scripts cannot reach it. */
let context: OffscreenCanvasRenderingContext2D | null = null;

function requireContext(): OffscreenCanvasRenderingContext2D {
  if (context === null) throw new Error('there is no memory for the picture');
  return context;
}

function beginPicture({ width, height, isTransparent }: PictureStart): void {
  // The picture is read once, and by this processor.
  const settings = { alpha: isTransparent, willReadFrequently: true };
  context = new OffscreenCanvas(width, height).getContext('2d', settings);
  requireContext();
}

/** @param png in Base64 */
async function addStrip(png: string, top: number): Promise<void> {
  const text = atob(png);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const bitmap = await createImageBitmap(new Blob([bytes]));
  requireContext().drawImage(bitmap, 0, top);
  bitmap.close();
}

function endPicture({ type, quality, mark }: PictureEnd): Promise<Blob> {
  const picture = requireContext();
  if (mark !== null) drawMark(picture, mark);
  return picture.canvas.convertToBlob({
    type: TYPES[type],
    ...(quality === null ? {} : { quality: quality / 100 }),
  });
}

function drawMark(picture: OffscreenCanvasRenderingContext2D, mark: PictureMark): void {
  const { opacity, colour, paths, places } = mark;
  picture.globalAlpha = opacity;
  picture.strokeStyle = colour;
  picture.lineCap = 'round';
  picture.lineJoin = 'round';
  const letters = paths.map(({ x, path }) => ({ x, path: new Path2D(path) }));
  for (const place of places) {
    for (const { x, path } of letters) {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = place;
      picture.setTransform(a, b, c, d, e + a * x, f + b * x);
      picture.stroke(path);
    }
  }
}

Object.assign(globalThis, { beginPicture, addStrip, endPicture });
