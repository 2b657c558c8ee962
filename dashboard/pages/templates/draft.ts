import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import type { UpdateTemplate } from '../../../schema/api/templates.ts';
import type { Translations } from '../../../schema/api/translations.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { isJsonObject } from '../../../schema/json-object.ts';
import { canonicalJson } from '../../../schema/canonical-json.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { formatJson } from '../../json/json-value.ts';
import { type SampleDraft, type Samples, toSampleDrafts } from './samples.ts';

/** The content of the editor. JSON may be incomplete while the user types. */
export interface Draft extends Samples {
  readonly content: string;
  readonly settings: TemplateSettings;
  /** Empty if the template has no schema. */
  readonly schemaText: string;
  /** JSON. Empty if the template has no translations. */
  readonly translationsText: string;
  /** The locale that the preview prints, or undefined for the locale of the template. It is not saved. */
  readonly previewLocale: string | undefined;
}

export const toDraft = ({
  content,
  settings,
  sampleSets,
  dataSchema,
  translations,
}: EditedTemplate): Draft => ({
  content,
  settings,
  samples: toSampleDrafts(sampleSets),
  chosenSample: 0,
  schemaText: toText(dataSchema),
  translationsText: toText(translations),
  previewLocale: undefined,
});

const toText = (value: object | null): string => (value === null ? '' : formatJson(value));

/** The set that was edited and the locale of the preview stay chosen, if they are still there. */
export function toDraftAgain(template: EditedTemplate, { chosenSample, previewLocale }: Draft): Draft {
  const isKept = previewLocale !== undefined && Object.hasOwn(template.translations ?? {}, previewLocale);
  const draft = { ...toDraft(template), previewLocale: isKept ? previewLocale : undefined };
  return chosenSample < draft.samples.length ? { ...draft, chosenSample } : draft;
}

/** Compares what belongs to a version. Sample data belongs to the template. */
export const isSameVersion = (one: Draft, other: Draft): boolean =>
  one.content === other.content &&
  isSameJson(one.schemaText, other.schemaText) &&
  isSameJson(one.translationsText, other.translationsText) &&
  formatJson(normalizeSettings(one.settings)) === formatJson(normalizeSettings(other.settings));

export const isSame = (one: Draft, other: Draft): boolean =>
  isSameSamples(one.samples, other.samples) && isSameVersion(one, other);

export const isSameSamples = (one: readonly SampleDraft[], other: readonly SampleDraft[]): boolean =>
  one.length === other.length &&
  one.every(({ name, text }, place) => {
    const twin = other[place];
    return twin !== undefined && twin.name === name && isSameJson(text, twin.text);
  });

function isSameJson(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [readJsonObject(one).value, readJsonObject(other).value];
  const oneIsEmpty = (one.trim() === '') !== (other.trim() === '');
  return a !== null && b !== null && !oneIsEmpty && JSON.stringify(a) === JSON.stringify(b);
}

/** The request body that saves a draft, or null if the schema or the translations are not valid JSON. */
export function toUpdate({ content, settings, schemaText, translationsText }: Draft): UpdateTemplate | null {
  const dataSchema = readOptionalObject(schemaText);
  const translations = readTranslations(translationsText);
  if (dataSchema === undefined || translations === undefined) return null;
  return { content, settings: normalizeSettings(settings), dataSchema, translations, publish: false };
}

/** Returns the JSON object, null if the text is empty, or undefined if it is not a JSON object. */
export function readOptionalObject(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  return readJsonObject(text).value ?? undefined;
}

/** Returns the translations, null if the text is empty, or undefined if it is not a JSON object of objects. */
export function readTranslations(text: string): Translations | null | undefined {
  const value = readOptionalObject(text);
  return value && !isTranslations(value) ? undefined : value;
}

const isTranslations = (value: Record<string, unknown>): value is Translations =>
  Object.values(value).every(isJsonObject);

/** Removes empty fields and sorts the rest, so that drafts can be compared. */
export function normalizeSettings(settings: TemplateSettings): TemplateSettings {
  const written = JSON.stringify(settings, (_field, value: unknown) => (value === '' ? undefined : value));
  return JSON.parse(canonicalJson(JSON.parse(written)));
}
