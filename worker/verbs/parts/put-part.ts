import type { PartDetails, PartKind } from '../../../schema/api/shared-parts.ts';
import { newId } from '../../../schema/ids.ts';
import { insertPart, insertPartVersion, isPartNameTaken } from '../../adapters/d1/shared-part-changes.ts';
import {
  findPartVersion,
  measureParts,
  type PartVersion,
  type PartVersionRow,
} from '../../adapters/d1/shared-parts.ts';
import { partKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { bytesDigest } from '../../lib/sha256.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { deleteObjects } from './delete-objects.ts';
import { KINDS, limitReached, limitsOf } from './part-kinds.ts';

export interface NewPart {
  readonly kind: PartKind;
  /** It was checked already. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly details: PartDetails;
  readonly note?: string | undefined;
}

/** Of parallel saves of one name, one succeeds in each round. */
const MAX_ROUNDS = 100;

/**
 * Saves a new version, unless the newest version is the same.
 *
 * @throws {ApiError} `ASSET_LIMIT_REACHED`, `PARTIAL_LIMIT_REACHED`, `VERSION_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`,
 *   `PART_CHANGED`
 */
export async function putPart(ctx: Ctx, part: NewPart): Promise<PartVersion> {
  const digest = await bytesDigest(part.bytes);
  const version = {
    digest,
    objectId: newId('obj'),
    workspaceId: ctx.workspace.id,
    mediaType: part.mediaType,
    bytes: part.bytes.byteLength,
    details: part.details,
    note: part.note || null,
    createdAt: new Date(ctx.services.now()).toISOString(),
  };
  const known = await findNewest(ctx, part);
  if (known !== null && isSame(known.version, version)) return known;
  // The object goes first, so every row has its object.
  await storeObject(ctx, part, version);
  try {
    const saved = await insertOnce(ctx, part, version);
    if (saved.version.objectId !== version.objectId) await deleteObjects(ctx, [version]);
    await ctx.ledger.noteChanged('templates');
    return saved;
  } catch (error) {
    // This error means that nothing was inserted. After another error, the version may exist.
    if (error instanceof ApiError) await deleteObjects(ctx, [version]);
    throw error;
  }
}

type UnnumberedVersion = Omit<PartVersionRow, 'partId' | 'version'>;

const isSame = (one: PartVersionRow, other: UnnumberedVersion): boolean =>
  one.digest === other.digest &&
  one.mediaType === other.mediaType &&
  JSON.stringify(one.details) === JSON.stringify(other.details);

const findNewest = ({ services, workspace }: Ctx, { kind, name }: NewPart): Promise<PartVersion | null> =>
  findPartVersion(services.database, { workspaceId: workspace.id, kind, name }, 'latest');

async function insertOnce(ctx: Ctx, part: NewPart, version: UnnumberedVersion): Promise<PartVersion> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const newest = await findNewest(ctx, part);
    if (newest !== null && isSame(newest.version, version)) return newest;
    const saved =
      newest === null ? await insertFirst(ctx, part, version) : await insertNext(ctx, newest, version);
    if (saved !== null) return saved;
  }
  throw new ApiError('PART_CHANGED');
}

/** Returns null if a parallel request has just made a part with this name. */
async function insertFirst(
  ctx: Ctx,
  { kind, name }: NewPart,
  unnumbered: UnnumberedVersion,
): Promise<PartVersion | null> {
  const { workspace, services } = ctx;
  const { createdAt } = unnumbered;
  const dates = { createdAt, updatedAt: createdAt };
  const part = {
    id: newId('part'),
    workspaceId: workspace.id,
    kind,
    name,
    latestVersion: 1,
    revision: 0,
    ...dates,
  };
  const version = { ...unnumbered, partId: part.id, version: 1 };
  const limits = limitsOf(kind, workspace.plan);
  const entry = auditEntry(ctx, KINDS[kind].saved, part.id, { name, version: 1 });
  try {
    if (await insertPart(services.database, part, version, limits, entry)) return { part, version };
  } catch (error) {
    if (isPartNameTaken(error)) return null;
    throw error;
  }
  throw await explainRefusal(ctx, kind, version.bytes, true);
}

/** Returns null if the part was changed since it was read. */
async function insertNext(
  ctx: Ctx,
  newest: PartVersion,
  unnumbered: UnnumberedVersion,
): Promise<PartVersion | null> {
  const { workspace, services } = ctx;
  const { part } = newest;
  const number = part.latestVersion + 1;
  const version = { ...unnumbered, partId: part.id, version: number };
  const limits = limitsOf(part.kind, workspace.plan);
  const entry = auditEntry(ctx, KINDS[part.kind].saved, part.id, { name: part.name, version: number });
  const pruned = await insertPartVersion(services.database, part, version, limits, entry);
  if (pruned !== null) {
    await deleteObjects(ctx, pruned);
    return { part: { ...part, latestVersion: number, updatedAt: version.createdAt }, version };
  }
  const now = await findPartVersion(services.database, part, 'latest');
  if (now === null || now.part.revision !== part.revision) return null;
  throw await explainRefusal(ctx, part.kind, version.bytes, false);
}

async function explainRefusal(
  ctx: Ctx,
  kind: PartKind,
  newBytes: number,
  isFirst: boolean,
): Promise<ApiError> {
  const { id, plan } = ctx.workspace;
  await getWorkspace(ctx, id);
  const { maxParts, maxVersions, maxBytes } = limitsOf(kind, plan);
  const { parts, bytes } = await measureParts(ctx.services.database, id, kind);
  if (isFirst && parts >= maxParts) return limitReached(kind, plan, `${maxParts} ${kind}s`);
  if (maxBytes !== null && bytes + newBytes > maxBytes)
    return limitReached(kind, plan, `${maxBytes} bytes of ${kind}s`);
  if (isFirst) return new ApiError('PART_CHANGED');
  return new ApiError('VERSION_LIMIT_REACHED', {
    message: `The plan ${plan} allows ${maxVersions} versions, and templates use all of them.`,
  });
}

async function storeObject(
  { services, workspace }: Ctx,
  { bytes, mediaType }: NewPart,
  version: UnnumberedVersion,
): Promise<void> {
  const metadata = { contentType: mediaType };
  await services.templateStore.put(partKey(workspace.id, version), bytes, bytes.byteLength, metadata);
}
