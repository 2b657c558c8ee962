import type { Translations } from '../../../../schema/api/translations.ts';
import { isJsonObject } from '../../../../schema/json-object.ts';
import { formatJson } from '../../../json/json-value.ts';
import { readTranslations } from '../draft.ts';

/** One key, and its message in each locale. The message is undefined if a locale does not have the key. */
export interface MessageRow {
  readonly key: string;
  readonly messages: Readonly<Record<string, string | undefined>>;
}

export interface MessageTable {
  readonly locales: readonly string[];
  /** In the order in which the locales have them. */
  readonly rows: readonly MessageRow[];
}

/** Returns null if the text is not JSON with an object for each locale. */
export function readTable(text: string): MessageTable | null {
  const translations = readTranslations(text);
  if (translations === undefined) return null;
  const texts = Object.entries(translations ?? {}).map(([locale, tree]) => [locale, flatten(tree)] as const);
  const keys = new Set(texts.flatMap(([, messages]) => [...messages.keys()]));
  return {
    locales: texts.map(([locale]) => locale),
    rows: [...keys].map((key) => ({
      key,
      messages: Object.fromEntries(texts.map(([locale, messages]) => [locale, messages.get(key)])),
    })),
  };
}

export const countMissing = ({ rows }: MessageTable, locale: string): number =>
  rows.filter(({ messages }) => messages[locale] === undefined).length;

function flatten(tree: Record<string, unknown>, prefix = ''): Map<string, string> {
  const messages = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    if (isJsonObject(value))
      for (const [key, text] of flatten(value, `${prefix}${name}.`)) messages.set(key, text);
    else if (typeof value === 'string') messages.set(`${prefix}${name}`, value);
  }
  return messages;
}

/** Changes translations. What it does not change keeps its order and its form. */
export type Change = (translations: Translations) => Translations;

export function changeText(text: string, change: Change): string {
  const changed = change(readTranslations(text) ?? {});
  return Object.keys(changed).length === 0 ? '' : formatJson(changed);
}

export const withLocale =
  (locale: string): Change =>
  (translations) => ({ ...translations, [locale]: {} });

export const withoutLocale =
  (locale: string): Change =>
  (translations) =>
    Object.fromEntries(Object.entries(translations).filter(([name]) => name !== locale));

/** The key gets an empty message in the first locale, so that it is in the table. */
export const withKey =
  (key: string): Change =>
  (translations) =>
    Object.fromEntries(
      Object.entries(translations).map(([locale, tree], index) => [
        locale,
        index === 0 ? writeMessage(tree, key, '') : tree,
      ]),
    );

export const withoutKey =
  (key: string): Change =>
  (translations) =>
    Object.fromEntries(
      Object.entries(translations).map(([locale, tree]) => [locale, removeMessage(tree, key)]),
    );

export const withMessage =
  (locale: string, key: string, message: string): Change =>
  (translations) => ({ ...translations, [locale]: writeMessage(translations[locale] ?? {}, key, message) });

export const withoutMessage =
  (locale: string, key: string): Change =>
  (translations) => ({ ...translations, [locale]: removeMessage(translations[locale] ?? {}, key) });

type Tree = Record<string, unknown>;

/** Writes the message where the key is, or in the deepest object that the key can be added to. */
function writeMessage(tree: Tree, key: string, message: string): Tree {
  const { [key]: old, ...others } = tree;
  // An object has keys that begin with this key. They stay, with their whole names.
  if (isJsonObject(old)) return { ...others, [key]: message, ...Object.fromEntries(flatten(old, `${key}.`)) };
  const inner = Object.hasOwn(tree, key) ? null : findInner(tree, key);
  if (inner === null) return { ...tree, [key]: message };
  const { name, rest, value } = inner;
  return { ...tree, [name]: writeMessage(value, rest, message) };
}

/** Removes a message, and the objects that have no message left. */
function removeMessage(tree: Tree, key: string): Tree {
  const { [key]: removed, ...others } = tree;
  if (typeof removed === 'string') return others;
  const inner = findInner(tree, key);
  if (inner === null) return tree;
  const { name, rest, value } = inner;
  const { [name]: _, ...siblings } = tree;
  const left = removeMessage(value, rest);
  return Object.keys(left).length === 0 ? siblings : { ...tree, [name]: left };
}

function findInner(tree: Tree, key: string): { name: string; rest: string; value: Tree } | null {
  for (const [name, value] of Object.entries(tree)) {
    if (key.startsWith(`${name}.`) && isJsonObject(value))
      return { name, rest: key.slice(name.length + 1), value };
  }
  return null;
}

/** Returns why the locale cannot be added, or null. */
export function findLocaleProblem({ locales }: MessageTable, text: string): string | null {
  const locale = text.trim();
  if (locale === '') return null;
  if (!isKnown(locale)) return 'Enter a locale such as de or pt-BR.';
  const isTaken = locales.some((name) => name.toLowerCase() === locale.toLowerCase());
  return isTaken ? 'The template already has this locale.' : null;
}

function isKnown(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** Returns why the key cannot be added, or null. */
export function findKeyProblem({ rows }: MessageTable, text: string): string | null {
  const key = text.trim();
  return rows.some((row) => row.key === key) ? 'The template already has this key.' : null;
}
