import type { PartKind, Pin } from '../../../../schema/api/shared-parts.ts';
import { findNamedParts } from '../../../adapters/d1/shared-parts.ts';
import type { Ctx } from '../../../ctx.ts';
import { readPartText, toPin } from '../../parts/get-part.ts';

export interface FoundPart {
  readonly pin: Pin;
  readonly bytes: number;
  readonly readText: () => Promise<string>;
}

/** Returns the parts that exist, by name. */
export type FindParts = (kind: PartKind, names: readonly string[]) => Promise<ReadonlyMap<string, FoundPart>>;

/** Finds the newest versions of parts of the workspace. */
export const findNewestParts =
  (ctx: Ctx): FindParts =>
  async (kind, names) => {
    if (names.length === 0) return new Map();
    const { services, workspace } = ctx;
    const rows = await findNamedParts(services.database, { workspaceId: workspace.id, kind, names });
    return new Map(rows.map((row) => [row.part.name, toFound(ctx, toPin(row))]));
  };

const toFound = (ctx: Ctx, pin: Pin): FoundPart => ({
  pin,
  bytes: pin.bytes,
  readText: () => readPartText(ctx, pin),
});
