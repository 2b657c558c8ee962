import type { SampleSet } from './api/sample-sets.ts';
import type { TemplateSettings } from './api/pdf-options.ts';
import type { DataSchema } from './api/templates.ts';
import { noneIfEmpty, type Translations } from './api/translations.ts';
import { canonicalJson } from './canonical-json.ts';

/** A push replaces this: the newest version of a template, its name and its sample data. */
export interface DigestedTemplate {
  readonly name: string;
  /** Lower-case hexadecimal SHA-256 of the content, so that no reader needs the content itself. */
  readonly contentHash: string;
  readonly settings: TemplateSettings;
  readonly dataSchema: DataSchema | null;
  readonly translations: Translations | null;
  readonly sampleSets: readonly SampleSet[];
}

/**
 * Lower-case hexadecimal SHA-256 of a template as a push sees it (contract 23). The order of fields counts in data, where
 * `{{#each}}` shows it, and not in the settings.
 */
export async function templateDigest(template: DigestedTemplate): Promise<string> {
  const { name, contentHash, settings, dataSchema, translations, sampleSets } = template;
  const sets = sampleSets.map((set) => [set.name, set.data]);
  const text = JSON.stringify([
    name,
    contentHash,
    canonicalJson(settings),
    dataSchema,
    noneIfEmpty(translations),
    sets,
  ]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
