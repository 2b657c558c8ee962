import type { PartialSources } from '../../../../compose/partials/closure.ts';
import { utf8Bytes } from '../../../../compose/utf8.ts';
import { PARTIAL_TYPE, type PartKind, type Pin } from '../../../../schema/api/shared-parts.ts';
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

/** Finds these texts instead of the saved partials of their names. Their pins name no stored version. */
export const findTexts = (ctx: Ctx, texts: PartialSources = {}): FindParts => {
  const stored = findNewestParts(ctx);
  return async (kind, names) => {
    const isGiven = (name: string) => kind === 'partial' && Object.hasOwn(texts, name);
    const given = names.filter(isGiven).map((name) => [name, toUnsaved(name, texts[name] ?? '')] as const);
    return new Map([
      ...(await stored(
        kind,
        names.filter((name) => !isGiven(name)),
      )),
      ...given,
    ]);
  };
};

function toUnsaved(name: string, text: string): FoundPart {
  const bytes = utf8Bytes(text);
  const pin = {
    kind: 'partial' as const,
    name,
    version: 0,
    digest: '',
    objectId: '',
    mediaType: PARTIAL_TYPE,
    bytes,
  };
  return { pin, bytes, readText: () => Promise.resolve(text) };
}

const toFound = (ctx: Ctx, pin: Pin): FoundPart => ({
  pin,
  bytes: pin.bytes,
  readText: () => readPartText(ctx, pin),
});
