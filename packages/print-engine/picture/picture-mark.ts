import type { PictureMark } from '../in-page/messages.ts';
import { ADVANCE, CAP_HEIGHT, LETTER_WIDTH, STROKES, tiles } from '@platen/pdf';
import type { PixelSize } from './picture-size.ts';

const OPACITY = 0.16;
const COLOUR = '#900';

/** Makes the mark of a picture, with the same words at the same places as in a PDF. @param ratio pixels of the picture for each CSS pixel */
export function toPictureMark(text: string, { width, height }: PixelSize, ratio: number): PictureMark {
  const letters = Array.from(text.toUpperCase());
  const wordWidth = letters.length * ADVANCE - (ADVANCE - LETTER_WIDTH);
  const paper = { width: width / ratio, height: height / ratio };
  const { scale, cos, sin, places } = tiles(paper, wordWidth, CAP_HEIGHT);
  return {
    opacity: OPACITY,
    colour: COLOUR,
    paths: letters.map((letter, index) => ({
      x: index * ADVANCE,
      path: toSvgPath(STROKES.get(letter) ?? ''),
    })),
    // A PDF has its origin at the lower left, a canvas at the upper left.
    places: places.map(({ x, y }) => {
      const turned = [cos, -sin, -sin, -cos].map((value) => value * scale * ratio);
      return [...turned, x * ratio, height - y * ratio];
    }),
  };
}

/** PDF has the operator after its numbers, SVG before them. The text is bounded: it is a mark of this project. */
const toSvgPath = (strokes: string): string =>
  strokes.replaceAll(
    /([-\d. ]+) ([mlc])/g,
    (_, numbers: string, operator: string) => `${operator.toUpperCase()}${numbers.trim()}`,
  );
