import { invalidRequest } from './api-error.ts';

/** Opaque to clients, so that its content may change. */
export const encodeCursor = (parts: readonly string[]): string =>
  new TextEncoder().encode(parts.join('\n')).toBase64({ alphabet: 'base64url', omitPadding: true });

/** @throws {ApiError} `VALIDATION_ERROR`: no list has returned this cursor */
export function decodeCursor(cursor: string, length: number): string[] {
  try {
    const bytes = Uint8Array.fromBase64(cursor, { alphabet: 'base64url' });
    const parts = new TextDecoder().decode(bytes).split('\n');
    if (parts.length === length) return parts;
  } catch {
    // Not base64url: the same error.
  }
  throw invalidCursor();
}

/** For lists in descending order of a number. @throws {ApiError} `VALIDATION_ERROR` */
export function decodeNumber(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const [digits = ''] = decodeCursor(cursor, 1);
  if (!/^\d{1,15}$/.test(digits)) throw invalidCursor();
  return Number(digits);
}

/** For lists by age, newest first. @throws {ApiError} `VALIDATION_ERROR` */
export function decodePosition(cursor: string): { createdAt: number; id: string } {
  const [createdAt = '', id = ''] = decodeCursor(cursor, 2);
  if (!/^\d+$/.test(createdAt)) throw invalidCursor();
  return { createdAt: Number(createdAt), id };
}

const invalidCursor = () => invalidRequest(['cursor: must be the nextCursor of a page']);
