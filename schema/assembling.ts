/** Without zod, because the dashboard uses it. Source: contract 16. */

export const MIN_MERGED = 2;
export const MAX_MERGED = 100;

/** Of an entry with a PDF in base64: 3 MB. */
export const MAX_ENTRY_CHARACTERS = 4_000_000;

/** A split makes at most this many files. */
export const MAX_PARTS = 100;
