import { createCanvas, loadImage } from '@napi-rs/canvas';

/** A picture as a reader sees it. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  pixel(x: number, y: number): readonly number[];
  /** The share of pixels that the predicate accepts. */
  share(accepts: (red: number, green: number, blue: number, alpha: number) => boolean): number;
}

export async function openImage(bytes: Uint8Array): Promise<Image> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const at = (index: number) => Array.from(data.subarray(index * 4, index * 4 + 4));
  return {
    width,
    height,
    pixel: (x, y) => at(y * width + x),
    share(accepts) {
      let count = 0;
      for (let index = 0; index < data.length; index += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(index, index + 4);
        if (accepts(red, green, blue, alpha)) count += 1;
      }
      return count / (width * height);
    },
  };
}

/** By its first bytes. */
export function typeOfImage(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : start;
}
