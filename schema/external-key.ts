import { trimEnd, trimStart } from './trim-characters.ts';

/** No key has a segment that leaves its prefix (such as `..`) or a character that Supabase rejects. */

/** The `.pdf` at the end becomes the extension of the file. */
export const DEFAULT_KEY_PATTERN = '{yyyy}/{mm}/{fileId}-{filename}.pdf';

/** Dates are the file's creation, in UTC. */
const PLACEHOLDERS = ['{yyyy}', '{mm}', '{dd}', '{fileId}', '{filename}'];
const PLACEHOLDER = /\{(yyyy|mm|dd|fileId|filename)\}/g;

const ANY_PLACEHOLDER = /\{[^{}]*\}/g;

/** Characters that S3 documents as safe and Supabase accepts. `/` separates segments. */
const SAFE_SEGMENT = /^[A-Za-z0-9!_.*'()-]+$/;

/** S3's limit for a key is 1,024 bytes. A filename is cut so that a pattern has room. */
const MAX_PATTERN_CHARACTERS = 200;
const MAX_FILENAME_CHARACTERS = 120;

export interface KeyFields {
  readonly fileId: string;
  /** With its extension. */
  readonly filename: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Returns text to follow the name of the field. It is null if the pattern is valid. */
export function keyPatternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN_CHARACTERS)
    return `must have ${MAX_PATTERN_CHARACTERS} characters or fewer`;
  const unknown = pattern.match(ANY_PLACEHOLDER)?.find((text) => !PLACEHOLDERS.includes(text));
  if (unknown !== undefined) {
    return `must not contain ${unknown}: the placeholders are ${PLACEHOLDERS.join(', ')}`;
  }
  // Without it, two files with the same name would be the same object.
  if (!pattern.includes('{fileId}')) return 'must contain {fileId}';
  return keyProblem(pattern.replaceAll(PLACEHOLDER, 'x'));
}

/** A prefix has no placeholders and may be empty. */
export function keyPrefixProblem(prefix: string): string | null {
  if (prefix.length > MAX_PATTERN_CHARACTERS)
    return `must have ${MAX_PATTERN_CHARACTERS} characters or fewer`;
  return prefix === '' ? null : keyProblem(prefix.replace(/\/$/, ''));
}

function keyProblem(key: string): string | null {
  const segments = key.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..'))
    return 'must not contain . or .. as a folder';
  if (segments.includes('')) return 'must not start with / or contain //';
  if (!segments.every((segment) => SAFE_SEGMENT.test(segment))) {
    return "may only contain letters, digits and !_.*'()-/";
  }
  return null;
}

/** The key always starts with `prefix`. */
export function externalKey(
  prefix: string,
  pattern: string,
  { fileId, filename, createdAt }: KeyFields,
): string {
  const date = new Date(createdAt).toISOString();
  const extension = /\.(\w{1,5})$/.exec(filename)?.[1]?.toLowerCase() ?? 'pdf';
  const values: Readonly<Record<string, string>> = {
    yyyy: date.slice(0, 4),
    mm: date.slice(5, 7),
    dd: date.slice(8, 10),
    fileId,
    filename: asciiName(filename),
  };
  const path = pattern
    .replace(/\.pdf$/i, (end) => (extension === 'pdf' ? end : `.${extension}`))
    .replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '');
  return checkedKey(prefix === '' ? path : `${prefix.replace(/\/$/, '')}/${path}`);
}

/** Without extension and accents. Other characters that a store may reject become `-`. */
function asciiName(filename: string): string {
  const safe = filename
    .replace(/\.\w{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  const name = trimEnd(trimStart(safe, '-.'), '-.').slice(0, MAX_FILENAME_CHARACTERS);
  return name === '' ? 'document' : name;
}

/** @throws {Error} the key leaves its prefix or has an invalid character */
export function checkedKey(key: string): string {
  const problem = keyProblem(key);
  if (problem !== null) throw new Error(`An object key ${problem}`);
  return key;
}

/** AWS signs paths that are encoded like this (RFC 3986, unreserved characters). */
export const encodedKey = (key: string): string =>
  checkedKey(key)
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
