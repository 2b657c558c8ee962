import type { AssetDetails, ComponentKind } from '../../../schema/api/components.ts';
import { newId } from '../../../schema/ids.ts';
import { findComponentVersion, type ComponentVersion } from '../../adapters/d1/components.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { bytesDigest } from '../../lib/sha256.ts';
import { type NewComponentVersion, planComponent } from '../write/plan-component.ts';
import { writtenInTurn } from '../write/retried.ts';
import { write } from '../write/write.ts';

export interface NewComponent {
  readonly kind: ComponentKind;
  /** It was checked already. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly details: AssetDetails;
  readonly note?: string | undefined;
}

/**
 * Saves a new version, unless the newest version is the same.
 *
 * @throws {ApiError} `ASSET_LIMIT_REACHED`, `PARTIAL_LIMIT_REACHED`, `VERSION_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`,
 *   `PART_CHANGED`
 */
export async function putComponent(ctx: Ctx, component: NewComponent): Promise<ComponentVersion> {
  const { services, workspace } = ctx;
  const reference = { workspaceId: workspace.id, kind: component.kind, name: component.name };
  const version = { ...component, objectId: newId('obj'), digest: await bytesDigest(component.bytes) };
  return writtenInTurn(
    ctx,
    async () => {
      const before = await findComponentVersion(services.database, reference, 'latest');
      if (before !== null && isSame(before.version, version)) return before;
      const planned = planComponent(ctx, before, version);
      await write(ctx, { templates: [], components: [planned] });
      return { component: planned.row, version: planned.version };
    },
    new ApiError('PART_CHANGED'),
  );
}

const isSame = (one: ComponentVersion['version'], other: NewComponentVersion): boolean =>
  one.digest === other.digest &&
  one.mediaType === other.mediaType &&
  JSON.stringify(one.details) === JSON.stringify(other.details);
