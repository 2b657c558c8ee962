import { randomBytes } from 'node:crypto';

/** An incompressible picture of 1 MB, like a photograph in a report. It fills half an A4 page. */
export function picture(): string {
  const side = 512;
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const bitmap = Buffer.concat([header, randomBytes(side * side * 3)]);
  return `<p><img width="600" src="data:image/bmp;base64,${bitmap.toString('base64')}">`;
}

/** A document that repeats a piece up to `maxBytes`. */
export function fillDocument(piece: () => string, maxBytes: number): string {
  const pieces = ['<!doctype html><h1>Large</h1>'];
  for (let left = maxBytes; left > 0;) {
    const next = piece();
    left -= next.length;
    if (left > 0) pieces.push(next);
  }
  return pieces.join('');
}

/** A script that adds canvases of random pixels, which do not compress: 3 MB of PDF each. */
export const noise = (canvases: number): string => `<script>
  for (let i = 0; i < ${canvases}; i += 1) {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    canvas.width = canvas.height = 1000;
    canvas.style = 'width: 60mm';
    const context = canvas.getContext('2d');
    const image = context.createImageData(1000, 1000);
    const pixels = new Uint32Array(image.data.buffer);
    for (let p = 0; p < pixels.length; p += 1) pixels[p] = (Math.random() * 0x1000000) | 0xff000000;
    context.putImageData(image, 0, 0);
  }
</script>`;
