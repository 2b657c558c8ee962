import type { Box, Matrix } from '../file/matrix.ts';

type Point = readonly [number, number];

/** More points are no rectangle. */
const MAX_CORNERS = 6;

/** Operators that end a path. */
const ENDS = new Set(['n', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's']);

/** In points: what is drawn by another program is rounded. */
const ROUNDING = 0.5;

/** The path that a page draws, as far as its box goes. */
export class Path {
  #box: Box | null = null;
  #corners: Point[] = [];
  #isCurved = false;
  #clips = false;

  get box(): Box | null {
    return this.#box;
  }

  /** Returns whether the path fills its box. */
  get isRectangle(): boolean {
    const [box, corners] = [this.#box, this.#corners];
    if (box === null || this.#isCurved || corners.length < 4 || corners.length > MAX_CORNERS) return false;
    return corners.every(([x, y]) => isNear(x, [box.left, box.right]) && isNear(y, [box.bottom, box.top]));
  }

  /** @returns whether the operator is one of the path */
  add(operator: string, numbers: readonly number[], matrix: Matrix): boolean {
    if (operator === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.slice(-4);
      for (const corner of [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ] as const)
        this.#visit(corner, matrix);
    } else if (operator === 'm' || operator === 'l') {
      const [x = 0, y = 0] = numbers.slice(-2);
      this.#visit([x, y], matrix);
    } else if (operator === 'c' || operator === 'v' || operator === 'y') {
      this.#isCurved = true;
      for (let at = 0; at + 1 < numbers.length; at += 2)
        this.#visit([numbers[at] ?? 0, numbers[at + 1] ?? 0], matrix);
    } else if (operator === 'W' || operator === 'W*') this.#clips = true;
    else return operator === 'h';
    return true;
  }

  #visit([x, y]: Point, [a, b, c, d, e, f]: Matrix): void {
    const point: Point = [a * x + c * y + e, b * x + d * y + f];
    if (this.#corners.length <= MAX_CORNERS) this.#corners.push(point);
    this.#box = boxAround([point], this.#box);
  }

  endsAt(operator: string): boolean {
    return ENDS.has(operator);
  }

  /** Ends the path. @returns the box to which it clips, or null */
  takeClip(): Box | null {
    const clip = this.#clips ? this.#box : null;
    this.#box = null;
    this.#corners = [];
    this.#isCurved = this.#clips = false;
    return clip;
  }
}

const isNear = (value: number, sides: readonly number[]): boolean =>
  sides.some((side) => Math.abs(side - value) <= ROUNDING);

/** Returns the box around points, and around another box. */
const boxAround = (points: readonly Point[], other: Box | null = null): Box =>
  points.reduce<Box>(
    (box, [x, y]) => ({
      left: Math.min(box.left, x),
      bottom: Math.min(box.bottom, y),
      right: Math.max(box.right, x),
      top: Math.max(box.top, y),
    }),
    other ?? { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity },
  );

/** Returns the box around a rectangle in other coordinates. */
export const placed = ({ left, bottom, right, top }: Box, [a, b, c, d, e, f]: Matrix): Box =>
  boxAround(
    (
      [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
      ] as const
    ).map(([x, y]): Point => [a * x + c * y + e, b * x + d * y + f]),
  );
