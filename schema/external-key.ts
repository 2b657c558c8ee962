/**
 * Keys in a customer's store. They are made of ids, dates and a sanitised filename, after a pattern that
 * the operator chose. What no key may hold are the segments with which one leaves its prefix (`..` is
 * resolved by URL parsers on the way) and characters that Supabase refuses.
 */

export const DEFAULT_KEY_PATTERN = '{yyyy}/{mm}/{fileId}-{filename}.pdf';

/** What a pattern may name. Dates are those of the file's creation, in UTC. */
const PLACEHOLDER = /\{(yyyy|mm|dd|fileId|filename)\}/g;

/** The characters that S3 calls safe and Supabase accepts; `/` separates segments. */
const SAFE_SEGMENT = /^[A-Za-z0-9!_.*'()-]+$/;

/** S3's limit for a key is 1,024 bytes. A filename is cut so that a pattern has room. */
const MAX_PATTERN_CHARACTERS = 200;
const MAX_FILENAME_CHARACTERS = 120;

/** What a pattern is filled with. */
export interface KeyParts {
  readonly fileId: string;
  /** As the client knows it, `.pdf` included. */
  readonly filename: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Why a pattern cannot be used, in words that follow the field's name; null where it can. */
export function keyPatternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN_CHARACTERS)
    return `must have ${MAX_PATTERN_CHARACTERS} characters or fewer`;
  // Without it, two files of one name would be one object.
  if (!pattern.includes('{fileId}')) return 'must contain {fileId}';
  return keyProblem(pattern.replaceAll(PLACEHOLDER, 'x'));
}

/** The same for a prefix, which holds no placeholders and may be empty. */
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

/** The key of a file in a store. It starts with `prefix`, whatever the filename is. */
export function externalKey(
  prefix: string,
  pattern: string,
  { fileId, filename, createdAt }: KeyParts,
): string {
  const date = new Date(createdAt).toISOString();
  const values: Readonly<Record<string, string>> = {
    yyyy: date.slice(0, 4),
    mm: date.slice(5, 7),
    dd: date.slice(8, 10),
    fileId,
    filename: asciiName(filename),
  };
  const path = pattern.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '');
  return checkedKey(prefix === '' ? path : `${prefix.replace(/\/$/, '')}/${path}`);
}

/** A filename without its extension, in the letters that every store takes: accents fall off, the rest is `-`. */
function asciiName(filename: string): string {
  const name = filename
    .replace(/\.pdf$/i, '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_FILENAME_CHARACTERS);
  return name === '' ? 'document' : name;
}

/** @throws {Error} a key that no store may be asked for; none that {@link externalKey} made */
export function checkedKey(key: string): string {
  const problem = keyProblem(key);
  if (problem !== null) throw new Error(`An object key ${problem}`);
  return key;
}

/** A key as a URL's path, each segment encoded as AWS signs it (RFC 3986, unreserved characters alone). */
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
