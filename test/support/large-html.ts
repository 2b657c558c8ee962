import { randomBytes } from 'node:crypto';

/** A picture of 1 MB that nothing compresses, as a photograph in a report; half a page of A4 high. */
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

/** A document of as many pieces as it has bytes for. */
export function fillDocument(piece: () => string, maxBytes: number): string {
  const pieces = ['<!doctype html><h1>Large</h1>'];
  for (let left = maxBytes; left > 0; ) {
    const next = piece();
    left -= next.length;
    if (left > 0) pieces.push(next);
  }
  return pieces.join('');
}
