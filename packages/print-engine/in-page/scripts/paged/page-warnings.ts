import type { PageWarning } from '../../paged-messages.ts';
import { MAX_NAME_CHARACTERS, toName } from './moved.ts';

/** A warning names at most this number of things. */
export const MAX_NAMED = 10;

export const REPEATED: PageWarning = {
  code: 'REFERENCE_REPEATED',
  message:
    'A page number is in the head of a table or in a box with a fixed position, so it would be printed on several pages. It is left out. Put page numbers into a header or footer instead.',
};

/** @param fragments to which no element has the id */
export const listDangling = (fragments: readonly string[]): PageWarning[] =>
  toWarnings(
    fragments,
    (fragment) =>
      `No element has the id "${fragment.slice(0, MAX_NAME_CHARACTERS)}". A reference to it prints nothing.`,
  );

/** @param keys of targets that are on no page */
export const listMissing = (keys: readonly string[]): PageWarning[] =>
  toWarnings(
    keys,
    (key) =>
      `The element "${toName(key)}" is on no page, because it has no box. A reference to it prints no number.`,
  );

const toWarnings = (names: readonly string[], describe: (name: string) => string): PageWarning[] =>
  [...new Set(names)]
    .slice(0, MAX_NAMED)
    .map((name) => ({ code: 'REFERENCE_MISSING', message: describe(name) }));

/** Names elements whose text or picture is not painted, and that have none, if the texts around them are on several pages. */
export const listUnproven = (keys: readonly string[]): PageWarning[] => {
  const messages = keys
    .slice(0, MAX_NAMED)
    .map(
      (key) =>
        `The page of the element "${toName(key)}" is not certain, because no text or picture shows where it is.`,
    );
  if (keys.length > MAX_NAMED)
    messages.push(`The pages of ${keys.length - MAX_NAMED} more elements are not certain.`);
  return messages.map((message) => ({ code: 'REFERENCE_UNPROVEN', message }));
};
