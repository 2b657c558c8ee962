import type { Meter } from '@platen/meter';
import { canonicalJson } from '../../../schema/canonical-json.ts';
import { PUSH_FIELDS, type PushField } from '../../../schema/api/push.ts';
import { noneIfEmpty } from '../../../schema/api/translations.ts';
import { templateDigest } from '../../../schema/template-digest.ts';
import type { Ctx } from '../../ctx.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { samePins } from '../templates/pins/resolve-components.ts';
import { planTemplate, type TemplateWrite } from '../write/plan-template.ts';
import type { CheckedTemplate } from './check-push.ts';
import { hashSamples, type Targets } from './find-targets.ts';
import type { NewPartial } from './push-components.ts';

/** A push does this to one template. */
export interface PlannedTemplate extends CheckedTemplate {
  readonly id: string;
  readonly changes: readonly PushField[];
  /** The newest version after the push. */
  readonly version: number;
  /** It is null if no version is published. */
  readonly publishedVersion: number | null;
  /** The digest after the push. */
  readonly digest: string;
  /** It is null if nothing changes. */
  readonly write: TemplateWrite | null;
}

/** A push will write this. */
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

export async function planPushed(ctx: Ctx, checked: CheckedTemplate): Promise<PlannedTemplate> {
  const { pushed, before, fields, pins } = checked;
  const contentHash = await sha256Hex(fields.content);
  const changes = await findChanges(checked, contentHash, ctx.meter);
  const isVersion = before === null || changes.some((field) => OF_VERSION.has(field));
  const { name, note, publish } = pushed;
  const sampleSets = pushed.sampleSets ?? (await before?.readSampleSets()) ?? [];
  const write = await planTemplate(ctx, {
    before,
    name,
    // A draft that somebody else has saved stays a draft, unless the push publishes it.
    ...(isVersion
      ? { next: { fields, pins, publish: publish ?? true, note } }
      : { kept: { publish: publish ?? false } }),
    ...(changes.includes('sampleSets') && { sampleSets }),
  });
  const row = write?.row ?? before?.template;
  if (row === undefined) throw new Error(`A pushed template has no row: ${name}`);
  const { id, publishedVersion } = row;
  const isPublication = !isVersion && publishedVersion !== before.template.publishedVersion;
  const { content: _, ...others } = fields;
  return {
    ...checked,
    id,
    changes: isPublication ? [...changes, 'publication'] : changes,
    version: write?.next?.row.version ?? before?.version.version ?? 0,
    publishedVersion,
    digest: await templateDigest({ ...others, name, contentHash, sampleSets }),
    write,
  };
}

async function findChanges(
  { pushed, before, fields, pins }: CheckedTemplate,
  contentHash: string,
  meter: Meter,
): Promise<PushField[]> {
  if (before === null) {
    return (['name', 'content', 'settings', 'dataSchema', 'translations', 'sampleSets'] as const).filter(
      (field) => isGiven(pushed[field]),
    );
  }
  const isSame: Readonly<Record<PushField, boolean>> = {
    name: pushed.name === before.template.name,
    content: contentHash === before.version.contentHash,
    settings: canonicalJson(fields.settings) === canonicalJson(before.fields.settings),
    dataSchema: isSameJson(fields.dataSchema, before.fields.dataSchema),
    translations: isSameJson(fields.translations, noneIfEmpty(before.fields.translations)),
    parts: samePins(pins, before.version.pins),
    // It depends on the terms of the push.
    publication: true,
    sampleSets:
      pushed.sampleSets === undefined || (await hashSamples(pushed.sampleSets, meter)) === before.sampleHash,
  };
  return PUSH_FIELDS.filter((field) => !isSame[field]);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The order of fields counts: `{{#each}}` shows it. */
const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
