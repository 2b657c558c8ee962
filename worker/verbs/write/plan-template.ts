import type { AuditAction } from '../../../schema/api/audit.ts';
import type { Pin } from '../../../schema/api/components.ts';
import type { SampleSet } from '../../../schema/api/sample-sets.ts';
import { newId } from '../../../schema/ids.ts';
import { utf8Bytes } from '../../../compose/utf8.ts';
import type { AuditEntry } from '../../adapters/d1/audit.ts';
import type { TemplateVersion } from '../../adapters/d1/templates.ts';
import type { TemplateRow, VersionRow } from '../../adapters/d1/template-versions.ts';
import type { Ctx } from '../../ctx.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { CheckedVersion } from '../templates/check-fields.ts';
import type { VersionFields } from '../templates/versions/objects.ts';

/** The change of one template. What is left out stays as it is. */
export interface TemplateChange {
  /** The newest version, or the one that `kept` changes. It is null for a new template. */
  readonly before: TemplateVersion | null;
  readonly name: string;
  /** Becomes the next version. Its note is not written if it is empty. */
  readonly next?: CheckedVersion & { readonly publish: boolean; readonly note: string | undefined };
  readonly kept?: KeptChange;
  readonly sampleSets?: readonly SampleSet[];
}

/** The change of a version that exists. */
export interface KeptChange {
  readonly publish: boolean;
  /** Replaces the note. An empty text removes it. */
  readonly note?: string | undefined;
  /** Replaces the pins. */
  readonly pins?: readonly Pin[] | null | undefined;
}

export interface NewVersion {
  readonly row: VersionRow & { readonly objectId: string };
  readonly fields: VersionFields;
}

export interface NewSamples {
  readonly sets: readonly SampleSet[];
  readonly objectId: string;
  /** The object before. It is null if there is none, and in older rows. */
  readonly replaces: string | null;
}

/** This is written for one template. */
export interface TemplateWrite {
  readonly row: TemplateRow;
  readonly next: NewVersion | null;
  /** The row of a version that exists, as it will be. */
  readonly kept: VersionRow | null;
  /** They replace all sets. */
  readonly samples: NewSamples | null;
  readonly entry: AuditEntry;
}

/** Returns null if nothing changes. */
export async function planTemplate(ctx: Ctx, change: TemplateChange): Promise<TemplateWrite | null> {
  const { before, name } = change;
  const at = new Date(ctx.services.now()).toISOString();
  const id = before?.template.id ?? newId('tpl');
  const next = await planNext(ctx, id, change, at);
  const kept = planKept(change, at);
  const samples = planSamples(change);
  const publishedVersion = findPublished(change);
  const isPublication = publishedVersion !== (before?.template.publishedVersion ?? null);
  // The sample data has no version, and a change of it no new ETag (contract 10.2).
  const isShown = next !== null || name !== before?.template.name || isNoted(change);
  if (!isShown && !isPublication && samples === null) return null;
  const row = {
    id,
    workspaceId: ctx.workspace.id,
    name,
    publishedVersion,
    revision: before === null ? 0 : before.template.revision + 1,
    createdAt: before?.template.createdAt ?? at,
    updatedAt: isShown || before === null ? at : before.template.updatedAt,
    samplesObjectId: samples?.objectId ?? before?.template.samplesObjectId ?? null,
  };
  const action = nameAction(change, isPublication);
  const version = next?.row.version ?? (action === 'template.published' ? publishedVersion : null);
  const entry = auditEntry(ctx, action, id, version === null ? { name } : { name, version });
  return { row, next, kept, samples, entry };
}

async function planNext(
  ctx: Ctx,
  templateId: string,
  { before, next }: TemplateChange,
  at: string,
): Promise<NewVersion | null> {
  if (next === undefined) return null;
  const { fields, pins, publish, note } = next;
  const row = {
    templateId,
    version: (before?.version.version ?? 0) + 1,
    workspaceId: ctx.workspace.id,
    contentHash: await sha256Hex(fields.content),
    contentBytes: utf8Bytes(fields.content),
    objectId: newId('obj'),
    // R2 has them.
    settings: {},
    dataSchema: null,
    createdAt: at,
    publishedAt: publish ? at : null,
    note: note || null,
    pins,
  };
  return { row, fields };
}

function planKept(change: TemplateChange, at: string): VersionRow | null {
  const { before, kept } = change;
  if (before === null || kept === undefined || !(kept.publish || isNoted(change))) return null;
  const { version } = before;
  const { publish, note, pins = version.pins } = kept;
  return {
    ...version,
    publishedAt: version.publishedAt ?? (publish ? at : null),
    note: note === undefined ? version.note : note || null,
    pins,
  };
}

function planSamples({ before, sampleSets: sets }: TemplateChange): NewSamples | null {
  if (sets === undefined) return null;
  return { sets, objectId: newId('obj'), replaces: before?.template.samplesObjectId ?? null };
}

const isNoted = ({ before, kept }: TemplateChange): boolean =>
  kept?.note !== undefined && (kept.note || null) !== before?.version.note;

function findPublished({ before, next, kept }: TemplateChange): number | null {
  const version = before?.version.version ?? 0;
  if (next?.publish === true) return version + 1;
  if (kept?.publish === true) return version;
  return before?.template.publishedVersion ?? null;
}

/** A publication that also changes the name or the sample data is a change. */
function nameAction({ before, name, next, sampleSets }: TemplateChange, isPublication: boolean): AuditAction {
  if (before === null) return 'template.created';
  const isChange = next !== undefined || name !== before.template.name || sampleSets !== undefined;
  return isPublication && !isChange ? 'template.published' : 'template.changed';
}
