import { PARTIAL_TYPE, type ComponentKind, type Pin } from '../../../schema/api/components.ts';
import { newId } from '../../../schema/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { toPin } from '../components/get-component.ts';
import {
  findNewestComponents,
  type FindComponents,
  type FoundComponent,
} from '../templates/pins/find-components.ts';
import { type ComponentWrite, planComponent } from '../write/plan-component.ts';
import type { AssetTarget, PartialTarget, Targets } from './find-targets.ts';

/** A partial that gets a new version. */
export interface NewPartial extends PartialTarget {
  readonly write: ComponentWrite;
}

/** Returns the partials whose content differs from their newest version. */
export async function findNewPartials(ctx: Ctx, partials: readonly PartialTarget[]): Promise<NewPartial[]> {
  const compared = await Promise.all(
    partials.map(async (target) => ({ ...target, digest: await sha256Hex(target.pushed.content) })),
  );
  return compared
    .filter(({ digest, before }) => before?.version.digest !== digest)
    .map(({ digest, ...target }) => {
      const { name, content } = target.pushed;
      const bytes = new TextEncoder().encode(content);
      const stored = { digest, objectId: newId('obj'), mediaType: PARTIAL_TYPE, details: {} };
      return {
        ...target,
        write: planComponent(ctx, target.before, { kind: 'partial', name, bytes, ...stored }),
      };
    });
}

/** Finds components as they will be after the push: the pushed ones first. Each name is looked up once, for all templates. */
export function findAfterPush(
  ctx: Ctx,
  { assets }: Pick<Targets, 'assets'>,
  newPartials: readonly NewPartial[],
): FindComponents {
  const stored = findNewestComponents(ctx);
  const known: Readonly<Record<ComponentKind, Map<string, FoundComponent | null>>> = {
    partial: new Map(newPartials.map((partial) => [partial.pushed.name, fromPush(partial)])),
    asset: new Map(assets.filter(isMissing).map((asset) => [asset.name, willBeUploaded(asset)])),
  };
  return async (kind, names) => {
    const found = known[kind];
    const unknown = names.filter((name) => !found.has(name));
    const looked = await stored(kind, unknown);
    for (const name of unknown) found.set(name, readOnce(looked.get(name)));
    return new Map(names.flatMap((name) => [[name, found.get(name) ?? null] as const]).filter(hasComponent));
  };
}

const hasComponent = (entry: readonly [string, FoundComponent | null]): entry is [string, FoundComponent] =>
  entry[1] !== null;

/** Reads the content only once, because many templates call the same partials. */
function readOnce(component: FoundComponent | undefined): FoundComponent | null {
  if (component === undefined) return null;
  let content: Promise<string> | null = null;
  return { ...component, readContent: () => (content ??= component.readContent()) };
}

function fromPush({ write: { row, version }, pushed }: NewPartial): FoundComponent {
  const pin = toPin({ component: row, version });
  return { pin, bytes: pin.bytes, readContent: () => Promise.resolve(pushed.content) };
}

/** Returns whether the newest version in the workspace has other bytes, or there is none. */
export const isMissing = ({ digest, before }: AssetTarget): boolean => before?.version.digest !== digest;

/** Only in a dry run: otherwise the push is refused. */
function willBeUploaded({ name, digest, before }: AssetTarget): FoundComponent {
  const version = (before?.component.latestVersion ?? 0) + 1;
  const pin: Pin = { kind: 'asset', name, version, digest, objectId: '', mediaType: '', bytes: 0 };
  return { pin, bytes: 0, readContent: () => Promise.resolve('') };
}
