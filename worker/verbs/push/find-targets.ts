import type { Meter } from '@platen/meter';
import type { PushedPartial, PushedTemplate, PushRequest } from '../../../schema/api/push.ts';
import type { SampleSet } from '../../../schema/api/sample-sets.ts';
import { templateDigest } from '../../../schema/template-digest.ts';
import { findNamedComponents, type ComponentVersion } from '../../adapters/d1/components.ts';
import { findPushedTemplates, type TemplateVersion } from '../../adapters/d1/templates.ts';
import type { Ctx } from '../../ctx.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { readSampleSets } from '../templates/sample-objects.ts';
import { readOtherFields, type VersionFields } from '../templates/versions/objects.ts';

/**
 * A template of the workspace, as a push compares it. The content is left out, because the row has its hash. The sample data is
 * left out, because that of 100 templates can take 200 megabytes.
 */
export interface TemplateBefore extends TemplateVersion {
  readonly fields: Omit<VersionFields, 'content'>;
  readonly sampleHash: string;
  readSampleSets(): Promise<SampleSet[]>;
  readonly digest: string;
}

export interface TemplateTarget {
  /** Its place in the request, for problems. */
  readonly index: number;
  readonly pushed: PushedTemplate;
  /** It is null if the push makes it, or if it was deleted. */
  readonly before: TemplateBefore | null;
}

export interface PartialTarget {
  readonly index: number;
  readonly pushed: PushedPartial;
  readonly before: ComponentVersion | null;
}

export interface AssetTarget {
  readonly index: number;
  readonly name: string;
  readonly digest: string;
  readonly before: ComponentVersion | null;
}

export interface Targets {
  readonly templates: readonly TemplateTarget[];
  readonly partials: readonly PartialTarget[];
  readonly assets: readonly AssetTarget[];
  /** Templates of the workspace that have the name of a pushed one. */
  readonly namesakes: readonly TemplateVersion[];
}

/** R2 answers this many reads at a time. Each can be two megabytes of sample data. */
export const READS = 4;

/** Finds the templates, partials and assets of the workspace that a push names. */
export async function findTargets(ctx: Ctx, request: PushRequest): Promise<Targets> {
  const { services, workspace } = ctx;
  const { templates = [], partials = [], assets = [] } = request;
  const ids = templates.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const names = templates.map(({ name }) => name);
  const rows = await findPushedTemplates(services.database, workspace.id, ids, names);
  const owner = { workspaceId: workspace.id };
  const [partialRows, assetRows] = await Promise.all([
    findNamedComponents(services.database, {
      ...owner,
      kind: 'partial',
      names: partials.map(({ name }) => name),
    }),
    findNamedComponents(services.database, {
      ...owner,
      kind: 'asset',
      names: assets.map(({ name }) => name),
    }),
  ]);
  return {
    templates: await inTurns(READS, templates, async (pushed, index) => {
      const row = findRow(pushed, rows, ids);
      return { index, pushed, before: row && (await readBefore(ctx, row)) };
    }),
    partials: partials.map((pushed, index) => ({ index, pushed, before: named(partialRows, pushed.name) })),
    assets: assets.map((asset, index) => ({ index, ...asset, before: named(assetRows, asset.name) })),
    namesakes: rows.filter(({ template }) => names.includes(template.name)),
  };
}

const named = (found: readonly ComponentVersion[], name: string): ComponentVersion | null =>
  found.find(({ component }) => component.name === name) ?? null;

/** Finds a template by its id. Without an id, it is found by its name, unless another pushed template has its id. */
const findRow = (
  { id, name }: PushedTemplate,
  rows: readonly TemplateVersion[],
  ids: readonly string[],
): TemplateVersion | null =>
  rows.find(({ template }) =>
    id === undefined ? template.name === name && !ids.includes(template.id) : template.id === id,
  ) ?? null;

/** The order of fields counts: `{{#each}}` shows it. */
export async function hashSamples(sets: readonly SampleSet[], meter: Meter): Promise<string> {
  const json = JSON.stringify(sets);
  meter.charge(json.length * WORK_PER_CHAR_OF_SAMPLES);
  await meter.pause();
  return sha256Hex(json);
}

/** The sets are parsed, and written as JSON for their hash and for the digest of the template. */
const WORK_PER_CHAR_OF_SAMPLES = 5;

async function readBefore(ctx: Ctx, row: TemplateVersion): Promise<TemplateBefore> {
  const readSets = () => readSampleSets(ctx, row.template);
  const [fields, sampleSets] = await Promise.all([readOtherFields(ctx, row.version), readSets()]);
  const { name } = row.template;
  const { contentHash } = row.version;
  const digest = await templateDigest({ ...fields, name, contentHash, sampleSets });
  return {
    ...row,
    fields,
    sampleHash: await hashSamples(sampleSets, ctx.meter),
    readSampleSets: readSets,
    digest,
  };
}
