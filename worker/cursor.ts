import { invalidRequest } from './api-error.ts';

/** Where a list goes on: opaque to clients, so that what it holds may change. */
export const encodeCursor = (parts: readonly string[]): string =>
  new TextEncoder().encode(parts.join('\n')).toBase64({ alphabet: 'base64url', omitPadding: true });

/**
 * The parts of a cursor of ours.
 *
 * @throws {ApiError} `VALIDATION_ERROR`: not a cursor that a list has given
 */
export function decodeCursor(cursor: string, length: number): string[] {
  try {
    const bytes = Uint8Array.fromBase64(cursor, { alphabet: 'base64url' });
    const parts = new TextDecoder().decode(bytes).split('\n');
    if (parts.length === length) return parts;
  } catch {
    // Not base64url: the same answer.
  }
  throw notOurs();
}

/**
 * The number below which a list goes on, for lists that are in the order of one; its head without a cursor.
 *
 * @throws {ApiError} `VALIDATION_ERROR`: not a cursor that a list has given
 */
export function decodeNumber(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const [digits = ''] = decodeCursor(cursor, 1);
  if (!/^\d{1,15}$/.test(digits)) throw notOurs();
  return Number(digits);
}

const notOurs = () => invalidRequest(['cursor: must be the nextCursor of a page']);
