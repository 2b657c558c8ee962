/**
 * Locales that stand in for languages whose formats `Intl` does not have: that of the Worker lacks these. Their numbers look like those
 * of the languages (source: CLDR 48), or their readers know the language.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'da-DK': 'fo is kl',
  'de-CH': 'gsw rm',
  'de-DE': 'dsb hsb nds',
  'de-LU': 'lb',
  'en-GB': 'cy gd gv kw',
  'en-IE': 'ga',
  'en-IN': 'as kok mai ne or',
  'en-MT': 'mt',
  'en-NZ': 'mi',
  'en-US': 'ceb ha haw ig km mn om si so st ti ug xh yo zu',
  'es-ES': 'ast eu gl',
  'fi-FI': 'smn',
  'fr-FR': 'br oc',
  'it-IT': 'fur lij lmo pms sc scn vec',
  'nb-NO': 'nn',
  'nl-NL': 'fy',
  'pt-PT': 'hy ka sq',
  'ru-RU': 'ba be cv ky os tg tk tt',
  'sr-Cyrl': 'mk',
  'sv-SE': 'se',
  'tr-TR': 'ku',
};

const BY_LANGUAGE: ReadonlyMap<string, string> = new Map(
  Object.entries(STAND_INS).flatMap(([locale, languages]) =>
    languages.split(' ').map((language) => [language, locale] as const),
  ),
);

/** Returns the locale whose formats are used for another one that `Intl` does not have. It is null if there is none. */
export const findStandIn = (locale: string): string | null =>
  BY_LANGUAGE.get(locale.split('-', 1)[0]?.toLowerCase() ?? '') ?? null;
