export interface PlacedText {
  readonly text: string;
  readonly page: number;
}

/** Two texts are alike if they begin and end with as much of the longer one. */
const MIN_SHARE = 0.5;

/** Returns the text that is most like the wanted one, but differs from it. Returns null if none is like it. */
export function mostAlike(
  wanted: string,
  texts: readonly PlacedText[],
  minShare = MIN_SHARE,
): PlacedText | null {
  let best: PlacedText | null = null;
  let most = minShare;
  const simple = toSimple(wanted);
  for (const one of texts) {
    const share = shareOf(simple, toSimple(one.text));
    if (share < most || share === 1) continue;
    if (best !== null && share === most) continue;
    [best, most] = [{ ...one, text: one.text.trim() }, share];
  }
  return best;
}

const toSimple = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns how much of the longer text is the same at the start and at the end of both. */
function shareOf(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  const shorter = Math.min(one.length, other.length);
  if (shorter < longer * MIN_SHARE) return 0;
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) / longer;
}

/** Returns whether a number looks like an amount of money. */
export const isAmount = (written: string): boolean => /[.,]\d\d$/.test(written);
