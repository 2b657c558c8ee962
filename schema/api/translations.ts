import { z } from 'zod';
import { isJsonObject } from '../json-object.ts';

/** Source: contract 22. */

/** The size of all translations of a template as JSON. */
export const MAX_TRANSLATIONS_BYTES = 200_000;

export const MAX_LOCALES = 50;

/**
 * ICU messages by locale and key. Objects in objects join their names with dots: `{ "invoice": { "title": … } }` is the key
 * `invoice.title`.
 */
export type Translations = Record<string, Record<string, unknown>>;

const FORM = {
  type: 'object',
  // `findTranslationProblems` counts them.
  maxProperties: MAX_LOCALES,
  additionalProperties: { type: 'object', additionalProperties: true },
} as const;

// `findTranslationProblems` checks what is in it.
export const translations = z.custom<Translations>(isJsonObject, 'must be an object').meta({
  ...FORM,
  description:
    'Messages for `{{t "key"}}` by locale and key, in ICU MessageFormat. Objects in objects join their names with dots. At most 200,000 bytes of JSON.',
  example: {
    en: { invoice: { title: 'Invoice', rows: '{count, plural, one {# row} other {# rows}}' } },
    de: { invoice: { title: 'Rechnung', rows: '{count, plural, one {# Zeile} other {# Zeilen}}' } },
  },
});

/** @param description what null means */
export const nullableTranslations = (description: string) =>
  z
    .custom<Translations | null>(
      (value) => value === null || isJsonObject(value),
      'must be an object or null',
    )
    .meta({ ...FORM, type: ['object', 'null'], description });

/** A template with no locale has no translations. */
export const noneIfEmpty = (given: Translations | null | undefined): Translations | null =>
  given && Object.keys(given).length > 0 ? given : null;
