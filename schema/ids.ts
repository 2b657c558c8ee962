import type { Environment } from './permissions.ts';

/** 62 characters: an id is one word to a double click, a URL and a file system. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 22 characters of 62 carry 130.99 bits; decision 26 asks for 128. */
const ID_LENGTH = 22;

/** Bytes from here on would favour the first letters of the alphabet: 256 is no multiple of 62. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length);

/** Characters drawn uniformly from `[A-Za-z0-9]` with the platform's secure generator. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < UNBIASED_BELOW && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

export type IdKind = 'ws' | 'key' | 'tpl' | 'file' | 'req' | 'tgt' | 'person' | 'account' | 'inv';

/** An id such as `file_8kQ…`: the kind, then at least 128 random bits. */
export const newId = (kind: IdKind): string => `${kind}_${randomText(ID_LENGTH)}`;

/** Whether `text` has the shape of an id of that kind; says nothing about existence. */
export const isId = (kind: IdKind, text: string): boolean =>
  text.length === kind.length + 1 + ID_LENGTH &&
  text.startsWith(`${kind}_`) &&
  /^[A-Za-z0-9]+$/.test(text.slice(kind.length + 1));

/** A new key value, shown once. Source: specification, section 2.1; decision 1. */
export const newKeyValue = (environment: Environment): string => `pk_${environment}_${randomText(32)}`;

/** The shape of every key ever made: anything else needs no look-up to be refused. */
export const KEY_VALUE = /^pk_(live|test)_[A-Za-z0-9]{32}$/;
