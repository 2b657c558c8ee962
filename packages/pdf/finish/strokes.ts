/**
 * Letters of one stroke width on a grid 6 wide and 10 high: those of TEST and PREVIEW. Add more as lines.
 * Each letter is one path, because the colour is darker where two paths overlap.
 */
export const STROKES: ReadonlyMap<string, string> = new Map([
  [' ', ''],
  ['E', '6 0 m 0 0 l 0 10 l 6 10 l 0 5.2 m 4.8 5.2 l'],
  ['I', '3 0 m 3 10 l'],
  ['P', '0 0 m 0 10 l 3 10 l 7 10 7 4.6 3 4.6 c 0 4.6 l'],
  ['R', '0 0 m 0 10 l 3 10 l 7 10 7 4.8 3 4.8 c 0 4.8 l 3 4.8 m 6 0 l'],
  ['S', '5.7 8.6 m 4.2 10.8 0.3 10.4 0.3 7.6 c 0.3 4.2 6 6 6 2.6 c 6 -0.6 1.5 -0.8 0 1.6 c'],
  ['T', '0 10 m 6 10 l 3 10 m 3 0 l'],
  ['V', '0 10 m 3 0 l 6 10 l'],
  ['W', '0 10 m 1.5 0 l 3 6 l 4.5 0 l 6 10 l'],
]);

/** Grid units from the start of one letter to the start of the next. */
export const ADVANCE = 8.4;
export const LETTER_WIDTH = 6;
export const CAP_HEIGHT = 10;

/** Strokes are one unit wide, with round ends. */
export const STROKE_STYLE = '1 w 1 J 1 j';
