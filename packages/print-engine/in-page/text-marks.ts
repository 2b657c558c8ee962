/** A mark is written as digits to this base, each in a colour of its own. The page script and the engine have this in common. */
export const MARK_BASE = 64;
export const MARK_DIGITS = 3;

/** The colour of a digit. Chromium writes four decimals of each part. @param red the same for all marks of a print, in thousandths */
export const toMarkColour = (
  red: number,
  { digit, position }: { readonly digit: number; readonly position: number },
): readonly [red: number, green: number, blue: number] => [
  red / 1000,
  (position + 1) / 10,
  (digit + 1) / 1000,
];

/** The green part of the colours of pictures, in thousandths. Those of texts are lower. */
const FIRST_GREEN = 400;
const BLUES = 900;

/** The colour of a picture, which has one background and so one colour. */
export const toPictureColour = (
  red: number,
  index: number,
): readonly [red: number, green: number, blue: number] => [
  red / 1000,
  (FIRST_GREEN + Math.floor(index / BLUES)) / 1000,
  ((index % BLUES) + 1) / 1000,
];

/** Returns the index of a picture, or a negative number if the colour is that of a text. */
export const toPictureIndex = (green: number, blue: number): number =>
  (Math.round(green * 1000) - FIRST_GREEN) * BLUES + Math.round(blue * 1000) - 1;
