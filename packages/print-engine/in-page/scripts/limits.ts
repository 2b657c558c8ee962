/** A page can make every text as long as it likes. A DevTools message over 32 MiB ends the browser's connection. */
export const MAX_TITLE_CHARACTERS = 2_000;
export const MAX_ENTRY_CHARACTERS = 500;
export const MAX_ENTRIES = 50;
export const MAX_RESOURCES = 2_000;
