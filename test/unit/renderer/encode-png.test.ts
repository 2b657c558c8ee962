import { expect, test } from 'vitest';
import { encodePng } from '../../../renderer/container/image/thumbnail/encode-png.ts';
import { openImage } from '../../support/image.ts';

/** With bytes after each row, which are not of the picture. */
function paint(width: number, height: number, colour: (x: number, y: number) => readonly number[]) {
  const stride = width * 3 + 8;
  const data = new Uint8Array(stride * height).fill(7);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(colour(x, y), y * stride + x * 3);
  return { data, width, height, stride };
}

test.each([
  ['mostly white', (x: number) => (x < 3 ? [250, 10, 20] : [255, 255, 255])],
  [
    'with a colour of its own for each pixel',
    (x: number, y: number) => [(x * 7) % 256, (y * 13 + x) % 256, (x * y) % 256],
  ],
])('a PNG of a page %s has its pixels', async (_what, colour) => {
  const pixels = paint(61, 40, colour);
  const image = await openImage(encodePng(pixels));
  expect([image.width, image.height]).toEqual([61, 40]);
  for (const [x, y] of [
    [0, 0],
    [60, 0],
    [2, 17],
    [33, 38],
    [60, 39],
  ] as const)
    expect(image.pixel(x, y)).toEqual([...colour(x, y), 255]);
});

test('a smooth picture is filtered, so it is much smaller than its pixels', () => {
  const { byteLength } = encodePng(paint(200, 200, (x, y) => [x, (x + y) % 256, y]));
  expect(byteLength).toBeLessThan((200 * 200 * 3) / 10);
});
