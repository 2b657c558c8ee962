/**
 * Locales that stand in for languages whose formats `Intl` does not have: that of Workers and that of Chromium lack these. Their numbers
 * look like those of the languages (source: CLDR 48), or their readers know the language.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'ar-IQ': 'ckb',
  'da-DK': 'fo is kl',
  'de-CH': 'gsw rm',
  'de-DE': 'dsb hsb nds',
  'de-LU': 'lb',
  'en-GB': 'cy gd gv kw',
  'en-IE': 'ga',
  'en-IN': 'as kok mai ne or',
  'en-MT': 'mt',
  'en-NZ': 'mi',
  'es-ES': 'ast eu gl',
  'fa-AF': 'ps',
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

/** For all other languages, also those whose English name `Intl` does not know. */
const REST = 'en-US';
const UNNAMED =
  'ab ae av bi ce ch cr cu dz ff fj ho hz ie ii ik iu kg ki kj kr ks kv li lu na nd ng nr nv oj pi rn sg ss ty ve vo za';

const BY_LANGUAGE: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...STAND_INS, [REST]: UNNAMED }).flatMap(([locale, languages]) =>
    languages.split(' ').map((language) => [language, locale] as const),
  ),
);

/** Returns the locale whose formats are used for another one that `Intl` does not have. It is null if nobody speaks the language. */
export function findStandIn(locale: string): string | null {
  const language = locale.split('-', 1).join('').toLowerCase();
  return BY_LANGUAGE.get(language) ?? (isNamed(language) ? REST : null);
}

let names: Intl.DisplayNames | null = null;

/** `Intl` knows the names of many languages that it has no formats for. */
function isNamed(language: string): boolean {
  if (!/^[a-z]{2,3}$/.test(language)) return false;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(language) !== undefined;
}
