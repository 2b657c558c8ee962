import type { Argument, Arguments, Reference } from './arguments.ts';

/** A mark that a component leaves in the markup, until it becomes Handlebars. */
export type Token =
  | ({ readonly kind: 'value'; readonly isHtml: boolean } & Call)
  | ({ readonly kind: 'open'; readonly block: 'if' | 'unless' } & Call)
  | { readonly kind: 'open'; readonly block: 'each'; readonly path: Reference; readonly item: string | null }
  | { readonly kind: 'layout'; readonly name: string; readonly hash: Arguments }
  | { readonly kind: 'inline'; readonly name: string }
  | { readonly kind: 'else' }
  | { readonly kind: 'close'; readonly word: string }
  | { readonly kind: 'partial'; readonly name: string; readonly hash: Arguments }
  | { readonly kind: 'raw'; readonly code: string };

/** A path alone, or a helper with its arguments. */
export interface Call {
  readonly helper: string | null;
  readonly given: readonly Argument[];
  readonly hash: Arguments;
}

/** Characters for private use. React writes them as they are, and no text needs them. */
const [START, END] = ['\uE0F0', '\uE0F1'];

/** Writes a token with letters that no escaping of HTML changes, in a text as in an attribute. */
export function toText(token: Token): string {
  const bytes = new TextEncoder().encode(JSON.stringify(token));
  return `${START}${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}${END}`;
}

/** A token, with the characters beside it that Handlebars would read as a part of it. */
export const TOKENS = new RegExp(`([\\\\{]?)${START}([0-9a-f]*)${END}(\\}?)`, 'g');

/** @param hexadecimal what stands between the marks */
export function fromText(hexadecimal: string): Token {
  const bytes = Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const token: Token = JSON.parse(new TextDecoder().decode(bytes));
  return token;
}
