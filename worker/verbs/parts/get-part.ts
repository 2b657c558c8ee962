import type { PartKind, Pin } from '../../../schema/api/shared-parts.ts';
import { findPartVersion, type PartVersion, type PartVersionRow } from '../../adapters/d1/shared-parts.ts';
import { partKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { KINDS } from './part-kinds.ts';

export interface PartReference {
  readonly kind: PartKind;
  readonly name: string;
  /** Default: the newest one. */
  readonly version?: number | undefined;
}

/** @throws {ApiError} `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND` */
export async function getPart(
  { services, workspace }: Ctx,
  { kind, name, version = 0 }: PartReference,
): Promise<PartVersion> {
  const reference = { workspaceId: workspace.id, kind, name };
  const found = await findPartVersion(services.database, reference, version === 0 ? 'latest' : version);
  if (found === null) throw new ApiError(KINDS[kind].notFound);
  return found;
}

/** If the ledger missed a change, the change takes effect after this time at the latest. */
const CACHED_MS = 60_000;

/** Returns the start of the keys that a workspace has in the caches. @param templatesVersion from the admission */
export const cacheScope = ({ workspace, services }: Ctx, templatesVersion: number): string =>
  `${workspace.id} ${templatesVersion} ${Math.floor(services.now() / CACHED_MS)}`;

type StoredPart = Pick<Pin | PartVersionRow, 'digest' | 'objectId'>;

/** A version has no object, because the part was deleted after its row was read. */
export class PartGone extends Error {
  override readonly name = 'PartGone';

  constructor(objectId: string) {
    super(`A shared part is missing from R2: ${objectId}`);
  }
}

/** Returns the bytes of a version. @throws {PartGone} */
export async function openPart(
  { services, workspace }: Ctx,
  version: StoredPart,
): Promise<ReadableStream<Uint8Array>> {
  const object = await services.templateStore.get(partKey(workspace.id, version));
  if (object === null) throw new PartGone(version.objectId);
  return object.body;
}

export const readPartText = async (ctx: Ctx, version: StoredPart): Promise<string> =>
  new Response(await openPart(ctx, version)).text();

export const toPin = ({ part, version }: PartVersion): Pin => ({
  kind: part.kind,
  name: part.name,
  version: version.version,
  digest: version.digest,
  objectId: version.objectId,
  mediaType: version.mediaType,
  bytes: version.bytes,
  ...(Object.keys(version.details).length > 0 && { details: version.details }),
});
