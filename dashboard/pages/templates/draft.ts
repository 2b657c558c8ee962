import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import type { DataSchema, UpdateTemplate } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
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
}

export const toDraft = ({ content, settings, sampleSets, dataSchema }: EditedTemplate): Draft => ({
  content,
  settings,
  samples: toSampleDrafts(sampleSets),
  chosenSample: 0,
  schemaText: dataSchema === null ? '' : formatJson(dataSchema),
});

/** The set that was edited stays chosen, if it is still there. */
export function toDraftAgain(template: EditedTemplate, { chosenSample }: Samples): Draft {
  const draft = toDraft(template);
  return chosenSample < draft.samples.length ? { ...draft, chosenSample } : draft;
}

/** Compares what belongs to a version. Sample data belongs to the template. */
export const isSameVersion = (one: Draft, other: Draft): boolean =>
  one.content === other.content &&
  isSameJson(one.schemaText, other.schemaText) &&
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

/** The request body that saves a draft, or null if the schema is not valid JSON. */
export function toUpdate({ content, settings, schemaText }: Draft): UpdateTemplate | null {
  const dataSchema = readSchema(schemaText);
  return dataSchema === undefined
    ? null
    : { content, settings: normalizeSettings(settings), dataSchema, publish: false };
}

/** Undefined if the text is not a JSON object. */
function readSchema(text: string): DataSchema | null | undefined {
  if (text.trim() === '') return null;
  return readJsonObject(text).value ?? undefined;
}

/** Removes empty fields and sorts the rest, so that drafts can be compared. */
export function normalizeSettings(settings: TemplateSettings): TemplateSettings {
  const written = JSON.stringify(settings, (_field, value: unknown) => (value === '' ? undefined : value));
  return JSON.parse(canonicalJson(JSON.parse(written)));
}
