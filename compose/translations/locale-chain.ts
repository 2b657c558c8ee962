import { canonicalTag } from './catalog.ts';

/** A locale that has texts. */
export interface KnownLocale {
  /** As it was written. */
  readonly name: string;
  /** As BCP 47 writes it. */
  readonly tag: string;
  readonly language: string;
}

export function toKnownLocale(name: string): KnownLocale {
  const tag = canonicalTag(name) ?? name;
  return { name, tag, language: languageOf(tag) };
}

const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? tag;

/** A locale that has texts, with the locale that formats their values. */
export interface Place {
  readonly locale: string;
  /** For the plurals, the numbers and the dates of its messages. */
  readonly formats: string;
  /** The text is not in the language that was wanted. */
  readonly isForeign: boolean;
}

/** The places that are searched for a text, the best one first. */
export interface LocaleChain {
  /** It is null if neither the request nor the template names a locale. */
  readonly wanted: string | null;
  readonly places: readonly Place[];
}

/**
 * The chain goes through the locales that are wanted, and ends with the first one that has texts. Texts in `de` are printed for
 * `de-CH` with its numbers and dates, and texts in another language keep theirs. Source: contract 22.1.
 *
 * @param wanted the best first
 */
export function makeChain(wanted: readonly string[], known: readonly KnownLocale[]): LocaleChain {
  const [best = null] = wanted;
  const language = best === null ? null : toKnownLocale(best).language;
  const found = new Set([...wanted.flatMap((locale) => findStandIns(locale, known)), ...known.slice(0, 1)]);
  const places = [...found].map((place): Place => {
    const isForeign = language !== null && place.language !== language;
    return { locale: place.name, formats: best === null || isForeign ? place.name : best, isForeign };
  });
  return { wanted: best, places };
}

/** `de-CH`, then `de`, then others of the language such as `de-AT`. */
function findStandIns(wanted: string, known: readonly KnownLocale[]): KnownLocale[] {
  const canonical = canonicalTag(wanted);
  if (canonical === null) return [];
  const tags = withParents(new Intl.Locale(canonical).baseName);
  const language = languageOf(canonical);
  return [
    ...tags.flatMap((tag) => known.filter((one) => one.tag === tag)),
    ...known.filter((one) => one.language === language && !tags.includes(one.tag)),
  ];
}

/** A locale and those that it is a part of: `zh-Hant-TW`, `zh-Hant`, `zh`. Its texts need only what those do not have. */
export function findParents({ tag }: KnownLocale, known: readonly KnownLocale[]): KnownLocale[] {
  return withParents(tag).flatMap((parent) => known.filter((one) => one.tag === parent));
}

function withParents(tag: string): string[] {
  const parts = tag.split('-');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('-'));
}
