import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import type { DataSchema, UpdateTemplate } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { canonicalJson } from '../../../schema/canonical-json.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { writeJson } from '../../json/json-value.ts';

/** What is in the editor: the texts as they are typed, JSON that is not finished included. */
export interface Draft {
  readonly content: string;
  /** Header and footer are in here, as they are saved. */
  readonly settings: TemplateSettings;
  readonly sampleText: string;
  /** Empty where the template has no schema. */
  readonly schemaText: string;
}

export const toDraft = ({ content, settings, sampleData, dataSchema }: EditedTemplate): Draft => ({
  content,
  settings,
  sampleText: writeJson(sampleData ?? {}),
  schemaText: dataSchema === null ? '' : writeJson(dataSchema),
});

/** The content of a version is what it prints; sample data belongs to the template. */
export const isSameVersion = (one: Draft, other: Draft): boolean =>
  one.content === other.content &&
  isSameJson(one.schemaText, other.schemaText) &&
  writeJson(clean(one.settings)) === writeJson(clean(other.settings));

export const isSame = (one: Draft, other: Draft): boolean =>
  isSameJson(one.sampleText, other.sampleText) && isSameVersion(one, other);

/** White space in JSON is nothing to save. */
export function isSameJson(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [readJsonObject(one).value, readJsonObject(other).value];
  const oneIsNothing = (one.trim() === '') !== (other.trim() === '');
  return a !== null && b !== null && !oneIsNothing && JSON.stringify(a) === JSON.stringify(b);
}

/** What is saved of a draft, or null while a text of it is not JSON. */
export function toUpdate({ content, settings, schemaText }: Draft): UpdateTemplate | null {
  const dataSchema = readSchema(schemaText);
  return dataSchema === undefined ? null : { content, settings: clean(settings), dataSchema, publish: false };
}

/** Undefined where the text is no JSON object. */
function readSchema(text: string): DataSchema | null | undefined {
  if (text.trim() === '') return null;
  return readJsonObject(text).value ?? undefined;
}

/** Settings without the fields that somebody emptied, and in one order, so that drafts can be compared. */
export function clean(settings: TemplateSettings): TemplateSettings {
  const written = JSON.stringify(settings, (_field, value: unknown) => (value === '' ? undefined : value));
  return JSON.parse(canonicalJson(JSON.parse(written)));
}
