import { isJsonObject } from '../../schema/json-object.ts';
import { MAX_LOCALES, type Translations } from '../../schema/api/translations.ts';
import { isLocale } from '../helpers/intl.ts';
import { cut } from '../source-text.ts';

/** The limit of one locale. */
const MAX_KEYS = 2_000;
const MAX_KEY_CHARACTERS = 200;
const MAX_MESSAGE_CHARACTERS = 10_000;
/** The limit of objects in objects. */
const MAX_KEY_LEVELS = 10;

/** Lists what is wrong with the form of translations, before their messages are read. */
export function findFormProblems(translations: Translations): string[] {
  const locales = Object.keys(translations);
  if (locales.length > MAX_LOCALES) return [`translations: must have at most ${MAX_LOCALES} locales`];
  const seen = new Set<string>();
  return Object.entries(translations).flatMap(([locale, tree]) => {
    const field = `translations.${cut(locale, 60)}`;
    const canonical = canonicalTag(locale);
    if (canonical === null || !isLocale(locale)) return [`${field}: is not a known locale such as "de-DE"`];
    if (seen.has(canonical)) return [`${field}: is there twice, in another case`];
    seen.add(canonical);
    const problems: string[] = [];
    readTexts(tree, (problem) => problems.push(`${field}${problem}`));
    return problems;
  });
}

/** Reads the messages of a locale by key, and leaves out what is not valid. @param report is called with each problem, such as `.a.b: must be text` */
export function readTexts(tree: unknown, report: (problem: string) => void = () => {}): Map<string, string> {
  const messages = new Map<string, string>();
  const visit = (node: unknown, path: string, level: number): void => {
    if (!isJsonObject(node)) return report(`${path}: must be an object`);
    if (level > MAX_KEY_LEVELS) return report(`: nests objects more than ${MAX_KEY_LEVELS} deep`);
    for (const [name, value] of Object.entries(node)) {
      const key = path === '' ? name : `${path.slice(1)}.${name}`;
      if (messages.size >= MAX_KEYS) return report(`: must have at most ${MAX_KEYS} keys`);
      if (isJsonObject(value)) visit(value, `.${key}`, level + 1);
      else addMessage(key, value);
    }
  };
  const addMessage = (key: string, value: unknown): void => {
    const shown = `.${cut(key, 60)}`;
    if (key.length > MAX_KEY_CHARACTERS || key.trim() === '')
      report(`${shown}: a key must have 1 to ${MAX_KEY_CHARACTERS} characters`);
    else if (typeof value !== 'string') report(`${shown}: must be text`);
    else if (value.length > MAX_MESSAGE_CHARACTERS)
      report(`${shown}: must have at most ${MAX_MESSAGE_CHARACTERS} characters`);
    else if (messages.has(key)) report(`${shown}: is there twice, with and without objects`);
    else messages.set(key, value);
  };
  visit(tree, '', 1);
  return messages;
}

/** Returns the usual form of a tag. It is null if it is not a tag of BCP 47. */
export function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
