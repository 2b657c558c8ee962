import { z } from 'zod';

/** A response with a PDF has its warnings in this header: JSON, percent-encoded. */
export const WARNINGS_HEADER = 'X-Warnings';

/** Proxies limit all headers together, some to 8 KB. */
const MAX_CHARACTERS = 4_000;

const warning = z.object({ code: z.string(), message: z.string(), field: z.string().nullable() });

export type Warning = z.infer<typeof warning>;

/** As many of the first warnings as fit. */
export function encodeWarnings(list: readonly Warning[]): string {
  for (let count = list.length; ; count -= 1) {
    const text = encodeURIComponent(JSON.stringify(list.slice(0, count)).toWellFormed());
    if (text.length <= MAX_CHARACTERS || count === 0) return text;
  }
}

/** Empty without the header, or if it is not valid. */
export function decodeWarnings(text: string | null): Warning[] {
  try {
    return z.array(warning).parse(JSON.parse(decodeURIComponent(text ?? '[]')));
  } catch {
    return [];
  }
}
