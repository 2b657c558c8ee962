import { MAX_FAMILY_CHARACTERS } from '../../schema/api/components.ts';

/** `font-family: "Inter", serif`, `--body: Inter`, `font-family="Inter"`, and `fontFamily: 'Inter'` or `font: { family: 'Inter' }` of scripts. */
const DECLARATION = /(?:font[\w-]{0,40}|family|--[\w-]{1,40})["']?\s{0,5}[:=]\s{0,5}([^;{}<>]{1,300})/gi;

/** As attributes of HTML write quotes. */
const QUOTE_ENTITIES = /&(?:quot|apos|#34|#39|#x22|#x27);/gi;

/** Only a hostile text names more. */
const MAX_FAMILIES = 5_000;

/** Its callers charge each character. The form in which families are compared. Like `lower` of SQLite, it changes only the letters of ASCII. */
export const foldFamily = (family: string): string =>
  family.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Finds the names that may be families of fonts, as `foldFamily` writes them. In `font`, other words stand before a family. It searches
 * for words instead of reading CSS, because scripts and attributes name families too. Its callers charge each character.
 */
export function findFamilies(texts: readonly string[]): string[] {
  const families = new Set<string>();
  for (const text of texts) {
    for (const { 1: list = '' } of text.replaceAll(QUOTE_ENTITIES, '"').matchAll(DECLARATION)) {
      for (const part of list.split(',')) addEnds(families, part);
      if (families.size > MAX_FAMILIES) return [...families].slice(0, MAX_FAMILIES);
    }
  }
  return [...families];
}

/** `bold 12pt Source Serif 4` may end in any of its words. */
function addEnds(families: Set<string>, part: string): void {
  const words = part
    .replaceAll(/["'\\/]/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 12);
  for (let first = 0; first < words.length; first += 1) {
    const family = words.slice(first).join(' ');
    if (family !== '' && family.length <= MAX_FAMILY_CHARACTERS) families.add(foldFamily(family));
  }
}
