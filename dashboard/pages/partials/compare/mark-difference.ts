/** The most that a channel of equal pixels differs: a browser does not always round the same drawing the same way. */
const TOLERANCE = 16;

type Pixels = Uint8ClampedArray | readonly number[];

/** Writes the faded page with the changed pixels in red. Four numbers are one pixel. @returns how many pixels differ */
export function markDifference(before: Pixels, after: Pixels, shown: Uint8ClampedArray | number[]): number {
  const isFar = (at: number) => Math.abs((after[at] ?? 0) - (before[at] ?? 0)) > TOLERANCE;
  let changed = 0;
  for (let at = 0; at < after.length; at += 4) {
    const isChanged = isFar(at) || isFar(at + 1) || isFar(at + 2);
    if (isChanged) changed += 1;
    const light = ((after[at] ?? 0) + (after[at + 1] ?? 0) + (after[at + 2] ?? 0)) / 3;
    const faded = 255 - (255 - light) / 4;
    shown[at] = isChanged ? 220 : faded;
    shown[at + 1] = isChanged ? 0 : faded;
    shown[at + 2] = isChanged ? 60 : faded;
    shown[at + 3] = 255;
  }
  return changed;
}
