import { createCanvas } from '@napi-rs/canvas';

/** A small picture of one colour. @param colour such as `#c00` */
export function solidPng(colour: string): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(4, 4);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 4, 4);
  return new Uint8Array(canvas.toBuffer('image/png'));
}
