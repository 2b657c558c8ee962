/**
 * Returns how many of `count` places a workspace may take at the same time. It rounds up, but one place stays free for others.
 *
 * @param share more than 0, at most 1; 1 is all places
 */
export function allowedPlaces(count: number, share: number): number {
  if (share >= 1) return count;
  return Math.max(1, Math.min(count - 1, Math.ceil(count * share)));
}

/** Returns how many of `count` pages background jobs may take. The others are free for a request that comes. */
export const backgroundPages = (count: number): number => Math.max(1, count - Math.ceil(count / 4));
