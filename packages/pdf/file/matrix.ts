export type Matrix = readonly [number, number, number, number, number, number];

/** A rectangle on a page. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export function toNumbers(text: string): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = text.trim().split(' ').map(Number);
  return [a, b, c, d, e, f];
}

export const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

/** Returns the box on the page around a rectangle. */
export function toBox(rectangle: string, [a, b, c, d, e, f]: Matrix): Box {
  const [x = 0, y = 0, width = 0, height = 0] = rectangle.split(' ').map(Number);
  const corners = [x, x + width].flatMap((left) => [y, y + height].map((top) => [left, top] as const));
  const xs = corners.map(([left, top]) => a * left + c * top + e);
  const ys = corners.map(([left, top]) => b * left + d * top + f);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}

export const intersect = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});
