import { MAX_PASSWORD_BYTES } from '../schema/api/finish-options.ts';

/** RFC 4013, 2.1: spaces that become a space. */
const SPACES = /[\u{A0}\u{1680}\u{2000}-\u{200B}\u{202F}\u{205F}\u{3000}]/gu;
/** RFC 4013, 2.1: hyphens, joiners and variation selectors that become nothing. */
const NOTHING =
  /\u{AD}|\u{34F}|\u{1806}|[\u{180B}-\u{180D}]|\u{200C}|\u{200D}|\u{2060}|[\u{FE00}-\u{FE0F}]|\u{FEFF}/gu;
const PROHIBITED = /\p{Cc}|\p{Cs}|\p{Co}|\p{Noncharacter_Code_Point}/u;

/**
 * A character is composed of four others at most, so a longer text is over the limit of a password in any case. It is not
 * normalised: the time for accents grows with the square of their number.
 */
const MAX_RAW_CHARACTERS = 4 * MAX_PASSWORD_BYTES;

/** SASLprep (RFC 4013): the same password on every keyboard. It is null if it has a character that a password cannot have. */
export function preparePassword(text: string): string | null {
  const raw = text.replaceAll(SPACES, ' ').replaceAll(NOTHING, '');
  const password = raw.length > MAX_RAW_CHARACTERS ? raw : raw.normalize('NFKC');
  return PROHIBITED.test(password) ? null : password;
}
