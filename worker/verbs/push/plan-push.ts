import { canonicalJson } from '../../../schema/canonical-json.ts';
import { PUSH_FIELDS, type PushField } from '../../../schema/api/push.ts';
import type { SampleSet } from '../../../schema/api/sample-sets.ts';
import { noneIfEmpty } from '../../../schema/api/translations.ts';
import { newId } from '../../../schema/ids.ts';
import { templateDigest } from '../../../schema/template-digest.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { samePins } from '../templates/pins/resolve-parts.ts';
import type { CheckedTemplate } from './check-push.ts';
import { hashSamples, type Targets } from './find-targets.ts';
import type { NewPartial } from './push-parts.ts';

/** What a push does to one template. */
export interface PlannedTemplate extends CheckedTemplate {
  readonly id: string;
  readonly contentHash: string;
  readonly fields: readonly PushField[];
  /** Whether there is a new version. */
  readonly isVersion: boolean;
  /** The newest version after the push. */
  readonly version: number;
  /** Null if no version is published. */
  readonly publishedVersion: number | null;
  /** Null if they stay as they are. */
  readonly newSampleSets: readonly SampleSet[] | null;
  /** The digest after the push. */
  readonly digest: string;
}

/** What a push will write. */
export interface PushPlan {
  readonly targets: Targets;
  readonly newPartials: readonly NewPartial[];
  readonly templates: readonly PlannedTemplate[];
}

/** A change of one of these makes a version. */
const OF_VERSION: ReadonlySet<PushField> = new Set([
  'content',
  'settings',
  'dataSchema',
  'translations',
  'parts',
]);

export async function planTemplate(checked: CheckedTemplate): Promise<PlannedTemplate> {
  const { pushed, before, parts } = checked;
  const contentHash = await sha256Hex(parts.content);
  const changes = await findChanges(checked, contentHash);
  const isVersion = before === null || changes.some((field) => OF_VERSION.has(field));
  const version = (before?.version.version ?? 0) + (isVersion ? 1 : 0);
  const publishedBefore = before?.template.publishedVersion ?? null;
  // A draft that somebody else has saved stays a draft, unless the push publishes it.
  const publishes = isVersion ? (pushed.publish ?? true) : (pushed.publish ?? false);
  const publishedVersion = publishes ? version : publishedBefore;
  const fields =
    publishedVersion === publishedBefore || isVersion ? changes : [...changes, 'publication' as const];
  const sampleSets = pushed.sampleSets ?? (await before?.readSampleSets()) ?? [];
  const { content: _, ...others } = parts;
  return {
    ...checked,
    id: before?.template.id ?? newId('tpl'),
    contentHash,
    fields,
    isVersion,
    version,
    publishedVersion,
    newSampleSets: changes.includes('sampleSets') ? sampleSets : null,
    digest: await templateDigest({ ...others, name: pushed.name, contentHash, sampleSets }),
  };
}

async function findChanges(
  { pushed, before, parts, pins }: CheckedTemplate,
  contentHash: string,
): Promise<PushField[]> {
  if (before === null) {
    return (['name', 'content', 'settings', 'dataSchema', 'translations', 'sampleSets'] as const).filter(
      (field) => isGiven(pushed[field]),
    );
  }
  const isSame: Readonly<Record<PushField, boolean>> = {
    name: pushed.name === before.template.name,
    content: contentHash === before.version.contentHash,
    settings: canonicalJson(parts.settings) === canonicalJson(before.parts.settings),
    dataSchema: isSameJson(parts.dataSchema, before.parts.dataSchema),
    translations: isSameJson(parts.translations, noneIfEmpty(before.parts.translations)),
    parts: samePins(pins, before.version.pins),
    // It depends on the terms of the push.
    publication: true,
    sampleSets:
      pushed.sampleSets === undefined || (await hashSamples(pushed.sampleSets)) === before.sampleHash,
  };
  return PUSH_FIELDS.filter((field) => !isSame[field]);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The order of fields counts: `{{#each}}` shows it. */
const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
