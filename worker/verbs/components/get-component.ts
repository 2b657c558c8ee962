import type { ComponentKind, Pin } from '../../../schema/api/components.ts';
import {
  findComponentVersion,
  type ComponentVersion,
  type ComponentVersionRow,
} from '../../adapters/d1/components.ts';
import { componentKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { KINDS } from './component-kinds.ts';

export interface ComponentReference {
  readonly kind: ComponentKind;
  readonly name: string;
  /** Default: the newest one. */
  readonly version?: number | undefined;
}

/** @throws {ApiError} `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND` */
export async function getComponent(
  { services, workspace }: Ctx,
  { kind, name, version = 0 }: ComponentReference,
): Promise<ComponentVersion> {
  const reference = { workspaceId: workspace.id, kind, name };
  const found = await findComponentVersion(services.database, reference, version === 0 ? 'latest' : version);
  if (found === null) throw new ApiError(KINDS[kind].notFound);
  return found;
}

/** If the ledger missed a change, the change takes effect after this time at the latest. */
const CACHED_MS = 60_000;

/** Returns the start of the keys that a workspace has in the caches. @param templatesVersion from the admission */
export const cacheScope = ({ workspace, services }: Ctx, templatesVersion: number): string =>
  `${workspace.id} ${templatesVersion} ${Math.floor(services.now() / CACHED_MS)}`;

type StoredVersion = Pick<Pin | ComponentVersionRow, 'digest' | 'objectId'>;

/** A version has no object, because the component was deleted after its row was read. */
export class ComponentGone extends Error {
  override readonly name = 'ComponentGone';

  constructor(objectId: string) {
    super(`A component is missing from R2: ${objectId}`);
  }
}

/** Returns the bytes of a version. @throws {ComponentGone} */
export async function openComponent(
  { services, workspace }: Ctx,
  version: StoredVersion,
): Promise<ReadableStream<Uint8Array>> {
  const object = await services.templateStore.get(componentKey(workspace.id, version));
  if (object === null) throw new ComponentGone(version.objectId);
  return object.body;
}

export const readComponentContent = async (ctx: Ctx, version: StoredVersion): Promise<string> =>
  new Response(await openComponent(ctx, version)).text();

export const toPin = ({ component, version }: ComponentVersion): Pin => ({
  kind: component.kind,
  name: component.name,
  version: version.version,
  digest: version.digest,
  objectId: version.objectId,
  mediaType: version.mediaType,
  bytes: version.bytes,
  ...(Object.keys(version.details).length > 0 && { details: version.details }),
});
