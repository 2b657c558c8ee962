/** Without zod, because the dashboard uses it. Source: contract 16. */

export const MIN_MERGED = 2;
export const MAX_MERGED = 100;

/** An entry can have a PDF of 3 MB, which is this many characters of base64. */
export const MAX_ENTRY_CHARACTERS = 4_000_000;

/** A split makes at most this many files. */
export const MAX_EXCERPTS = 100;
