/** A response with a PDF has its warnings in this header: JSON, percent-encoded. */
export const WARNINGS_HEADER = 'X-Warnings';

/** Proxies limit all headers together, some to 8 KB. */
const MAX_CHARACTERS = 4_000;

/** The dashboard decodes them before it loads zod. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}

/** Encodes as many of the first warnings as fit, and says how many others there are. */
export function encodeWarnings(list: readonly Warning[]): string {
  for (let count = list.length; ; count -= 1) {
    const others = { code: 'MORE_WARNINGS', message: `${list.length - count} more warnings.`, field: null };
    const listed = count === list.length ? list : [...list.slice(0, count), others];
    const text = encodeURIComponent(JSON.stringify(listed).toWellFormed());
    if (text.length <= MAX_CHARACTERS || count === 0) return text;
  }
}

/** Empty without the header, or if it is not valid. */
export function decodeWarnings(text: string | null): Warning[] {
  try {
    const list: unknown = JSON.parse(decodeURIComponent(text ?? '[]'));
    return Array.isArray(list) ? list.filter(isWarning) : [];
  } catch {
    return [];
  }
}

const isWarning = (value: unknown): value is Warning =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'message' in value &&
  typeof value.message === 'string' &&
  'field' in value &&
  (value.field === null || typeof value.field === 'string');
