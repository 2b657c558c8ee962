/** Without zod, because the dashboard uses it. Source: contract 16. */

export const MIN_MERGED = 2;
export const MAX_MERGED = 100;

/** A split makes at most this many files. */
export const MAX_PARTS = 100;
