import type { Environment } from './permissions.ts';

/** Letters and digits only: a double click selects the whole id, and URLs and file systems accept it. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 22 characters of 62 have 130.99 bits. contract 7.2 requires 128. */
const ID_LENGTH = 22;

/** Larger bytes are dropped: 256 is not a multiple of 62, so they would favour the first letters. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length);

/** Uniformly distributed and cryptographically secure. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

export type IdKind =
  | 'ws'
  | 'key'
  | 'tpl'
  | 'obj'
  | 'part'
  | 'file'
  | 'job'
  | 'batch'
  | 'output'
  | 'consumer'
  | 'req'
  | 'tgt'
  | 'person'
  | 'account'
  | 'inv'
  | 'prv'
  | 'share'
  | 'wh'
  | 'evt';

export const newId = (kind: IdKind): string => `${kind}_${randomText(ID_LENGTH)}`;

/** Checks the form only. */
export const isId = (kind: IdKind, text: string): boolean =>
  text.length === kind.length + 1 + ID_LENGTH &&
  text.startsWith(`${kind}_`) &&
  /^[A-Za-z0-9]+$/.test(text.slice(kind.length + 1));

/** Source: contract 5.2. */
export const newKeyValue = (environment: Environment): string => `pk_${environment}_${randomText(32)}`;

/** Other texts are rejected without a lookup. */
export const KEY_VALUE = /^pk_(live|test)_[A-Za-z0-9]{32}$/;
