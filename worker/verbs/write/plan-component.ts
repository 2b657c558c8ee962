import type { AssetDetails, ComponentKind } from '../../../schema/api/components.ts';
import { newId } from '../../../schema/ids.ts';
import type { AuditEntry } from '../../adapters/d1/audit.ts';
import type { ComponentRow, ComponentVersion, ComponentVersionRow } from '../../adapters/d1/components.ts';
import type { Ctx } from '../../ctx.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { KINDS } from '../components/component-kinds.ts';

export interface NewComponentVersion {
  readonly kind: ComponentKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of the bytes. */
  readonly digest: string;
  readonly objectId: string;
  readonly mediaType: string;
  readonly details: AssetDetails;
  readonly note?: string | undefined;
}

/** This is written for a new version of an asset or partial. */
export interface ComponentWrite {
  readonly row: ComponentRow;
  readonly version: ComponentVersionRow;
  readonly bytes: Uint8Array;
  readonly entry: AuditEntry;
}

/** @param before the newest version, null for a new asset or partial */
export function planComponent(
  ctx: Ctx,
  before: ComponentVersion | null,
  { kind, name, bytes, digest, objectId, mediaType, details, note }: NewComponentVersion,
): ComponentWrite {
  const at = new Date(ctx.services.now()).toISOString();
  const workspaceId = ctx.workspace.id;
  const componentId = before?.component.id ?? newId('part');
  const number = (before?.component.latestVersion ?? 0) + 1;
  const row = {
    id: componentId,
    workspaceId,
    kind,
    name,
    latestVersion: number,
    revision: before === null ? 0 : before.component.revision + 1,
    createdAt: before?.component.createdAt ?? at,
    updatedAt: at,
  };
  const version = {
    componentId,
    version: number,
    workspaceId,
    digest,
    objectId,
    mediaType,
    bytes: bytes.byteLength,
    details,
    createdAt: at,
    note: note || null,
  };
  return {
    row,
    version,
    bytes,
    entry: auditEntry(ctx, KINDS[kind].saved, componentId, { name, version: number }),
  };
}
