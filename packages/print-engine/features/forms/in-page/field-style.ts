import type { FieldStyle } from '@platen/pdf';

const MONOSPACED = /mono|courier|consolas|menlo/i;

/** Chromium's `line-height: normal` for the fonts of a form, as a factor of the font size. */
const NORMAL_LINE = 1.15;

const colours = new Map<string, FieldStyle['colour']>();

/** A canvas converts the colour, because a computed colour can be in any colour space. */
function toColour(written: string): FieldStyle['colour'] {
  const known = colours.get(written);
  if (known) return known;
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) return [0, 0, 0];
  context.fillStyle = written;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  colours.set(written, [red, green, blue]);
  return [red, green, blue];
}

function toAlign({ textAlign, direction }: CSSStyleDeclaration): FieldStyle['align'] {
  if (textAlign.includes('center')) return 'centre';
  const isRightToLeft = direction === 'rtl';
  const isRight = textAlign === 'right' || textAlign === '-webkit-right';
  return isRight || textAlign === (isRightToLeft ? 'start' : 'end') ? 'right' : 'left';
}

/** @param scale by which a transform makes the control larger */
export function toFieldStyle(control: Element, scale: number): FieldStyle {
  const style = getComputedStyle(control);
  const pixels = (length: string): number => (Number.parseFloat(length) || 0) * scale;
  const fontSize = pixels(style.fontSize);
  const inset = (side: 'Top' | 'Right' | 'Bottom' | 'Left'): number =>
    pixels(style[`border${side}Width`]) + pixels(style[`padding${side}`]);
  return {
    fontSize,
    lineHeight: pixels(style.lineHeight) || fontSize * NORMAL_LINE,
    isMonospaced: MONOSPACED.test(style.fontFamily),
    colour: toColour(style.color),
    align: toAlign(style),
    inset: { top: inset('Top'), right: inset('Right'), bottom: inset('Bottom'), left: inset('Left') },
  };
}
