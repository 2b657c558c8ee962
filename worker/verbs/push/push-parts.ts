import { PARTIAL_TYPE, type PartKind, type Pin } from '../../../schema/api/shared-parts.ts';
import { newId } from '../../../schema/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { findNewestParts, type FindParts, type FoundPart } from '../templates/pins/find-parts.ts';
import type { AssetTarget, PartialTarget, Targets } from './find-targets.ts';

/** A partial that gets a new version. */
export interface NewPartial extends PartialTarget {
  readonly content: Uint8Array;
  readonly pin: Pin;
}

/** Returns the partials whose content differs from their newest version. */
export async function findNewPartials(partials: readonly PartialTarget[]): Promise<NewPartial[]> {
  const compared = await Promise.all(
    partials.map(async (target) => ({ ...target, digest: await sha256Hex(target.pushed.content) })),
  );
  return compared
    .filter(({ digest, before }) => before?.version.digest !== digest)
    .map(({ digest, ...target }) => {
      const content = new TextEncoder().encode(target.pushed.content);
      const pin: Pin = {
        kind: 'partial',
        name: target.pushed.name,
        version: (target.before?.part.latestVersion ?? 0) + 1,
        digest,
        objectId: newId('obj'),
        mediaType: PARTIAL_TYPE,
        bytes: content.length,
      };
      return { ...target, content, pin };
    });
}

/** Finds parts as they will be after the push: the pushed ones first. Each name is looked up once, for all templates. */
export function findAfterPush(
  ctx: Ctx,
  { assets }: Pick<Targets, 'assets'>,
  newPartials: readonly NewPartial[],
): FindParts {
  const stored = findNewestParts(ctx);
  const known: Readonly<Record<PartKind, Map<string, FoundPart | null>>> = {
    partial: new Map(newPartials.map((partial) => [partial.pushed.name, fromPush(partial)])),
    asset: new Map(assets.filter(isMissing).map((asset) => [asset.name, willBeUploaded(asset)])),
  };
  return async (kind, names) => {
    const found = known[kind];
    const unknown = names.filter((name) => !found.has(name));
    const looked = await stored(kind, unknown);
    for (const name of unknown) found.set(name, withText(looked.get(name)));
    return new Map(names.flatMap((name) => [[name, found.get(name) ?? null] as const]).filter(hasPart));
  };
}

const hasPart = (entry: readonly [string, FoundPart | null]): entry is [string, FoundPart] =>
  entry[1] !== null;

/** Reads the text only once, because many templates call the same partials. */
function withText(part: FoundPart | undefined): FoundPart | null {
  if (part === undefined) return null;
  let text: Promise<string> | null = null;
  return { ...part, readText: () => (text ??= part.readText()) };
}

const fromPush = ({ pin, pushed }: NewPartial): FoundPart => ({
  pin,
  bytes: pin.bytes,
  readText: () => Promise.resolve(pushed.content),
});

/** Whether the newest version in the workspace has other bytes, or there is none. */
export const isMissing = ({ digest, before }: AssetTarget): boolean => before?.version.digest !== digest;

/** Only in a dry run: otherwise the push is refused. */
function willBeUploaded({ name, digest, before }: AssetTarget): FoundPart {
  const version = (before?.part.latestVersion ?? 0) + 1;
  const pin: Pin = { kind: 'asset', name, version, digest, objectId: '', mediaType: '', bytes: 0 };
  return { pin, bytes: 0, readText: () => Promise.resolve('') };
}
