import { latin1Bytes } from '../file/latin1.ts';
import { toHexString } from '../file/syntax.ts';

/** A PDF consists of these values (ISO 32000-1, 7.3). A name and a string are different things, so each has a class. */
export type PdfValue = null | boolean | number | Name | Text | Reference | List | Dictionary;

export type List = readonly PdfValue[];

/** Has the names without the slash. */
export type Dictionary = ReadonlyMap<string, PdfValue>;

export class Name {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A string: its bytes, one character for each. */
export class Text {
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

export class Reference {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** An object of a file. The data of its stream stays there. */
export interface SourceObject {
  readonly value: PdfValue;
  readonly stream: { readonly offset: number; readonly length: number } | null;
}

export const isDictionary = (value: PdfValue | undefined): value is Dictionary => value instanceof Map;

export const isList = (value: PdfValue | undefined): value is List => Array.isArray(value);

export const nameOf = (value: PdfValue | undefined): string | null =>
  value instanceof Name ? value.name : null;

/** Writes a value in the form of Skia, which is the only one that the engine reads. */
export function writeValue(value: PdfValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (value instanceof Name) return `/${writeName(value.name)}`;
  if (value instanceof Text) return writeText(value.bytes);
  if (value instanceof Reference) return `${value.id} 0 R`;
  if (isList(value)) return `[${value.map(writeValue).join(' ')}]`;
  const entries = Array.from(value, ([name, entry]) => `/${writeName(name)} ${writeValue(entry)}`);
  return `<<${entries.join('\n')}>>`;
}

/** Readers know no exponents. The text is bounded: it has six decimals. */
const writeNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(6).replace(/\.?0+$/, '');

const writeName = (name: string): string =>
  name.replaceAll(
    /[^!"$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~]/g,
    (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** Others are written in digits, because the engine decodes its texts as ASCII. */
const PLAIN = /^[\x20-\x27\x2a-\x5b\x5d-\x7e]*$/;

const writeText = (bytes: string): string =>
  PLAIN.test(bytes) ? `(${bytes})` : toHexString(latin1Bytes(bytes));
