import { readWhole } from '@platen/pdf';
import { LRUCache } from 'lru-cache';
import type { AssetSource, FoundAsset } from '../../../compose/assets/asset-source.ts';
import { UnusableAssets } from '../../../compose/assets/unusable-assets.ts';
import { ASSET_SCHEME, FILE_SCHEME } from '../../../compose/assets/uses-assets.ts';
import type { Pin } from '../../../schema/api/components.ts';
import { findNamedComponents } from '../../adapters/d1/components.ts';
import type { Ctx } from '../../ctx.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { findSources, openSource } from '../make/assemble/sources.ts';
import { cacheScope, openComponent, ComponentGone, toPin } from './get-component.ts';

export interface AssetTerms {
  /** The pins of the template, or null. */
  readonly pins: readonly Pin[] | null;
  /** From the admission. It rises with each change of an asset. If it is null, nothing is cached. */
  readonly templatesVersion: number | null;
  /** The memory of the request in this isolate. */
  readonly memory: Pick<RequestMemory, 'attach'>;
}

/** Texts of base64, by object. An object never changes. */
const texts = new LRUCache<string, string>({
  maxSize: 8_000_000,
  maxEntrySize: 2_000_000,
  sizeCalculation: (text) => text.length + 1,
});

/** The newest versions, by the scope of the cache and name. */
const newest = new LRUCache<string, Pin>({ max: 2_000 });

/** Finds the assets that a template has pinned, and the newest versions of the others. */
export const assetsOf = (ctx: Ctx, { pins, templatesVersion, memory }: AssetTerms): AssetSource => {
  const pinned = new Map((pins ?? []).filter(isAsset).map((pin) => [pin.name, pin]));
  return {
    fonts: fontPins(pins).map((pin) => toAsset(ctx, pin)),
    reserve: (characters) => memory.attach(characters),
    async find(names) {
      const [file] = names.filter((name) => name.startsWith(FILE_SCHEME));
      const others = names.filter((name) => !pinned.has(name) && name !== file);
      const found = await findNewest(ctx, others, templatesVersion);
      const all = names.flatMap((name) => pinned.get(name) ?? found.get(name) ?? []);
      const toFound = (pin: Pin) => (pinned.has(pin.name) ? toAsset(ctx, pin) : toUnpinned(ctx, pin));
      const assets = new Map(all.map((pin) => [pin.name, toFound(pin)]));
      return file === undefined ? assets : assets.set(file, await findLetterhead(ctx, file));
    },
  };
};

/** @throws {ApiError} `FILE_NOT_FOUND`, or `VALIDATION_ERROR` for a picture */
async function findLetterhead(ctx: Ctx, name: string): Promise<FoundAsset> {
  const source = { fileId: name.slice(FILE_SCHEME.length), field: 'options.letterhead.fileId' };
  const [file] = await findSources(ctx, [source]);
  if (file === undefined) throw new Error('The file is neither found nor missing');
  const { mediaType, sizeBytes: bytes } = file;
  const read = async () => (await readWhole(await openSource(ctx, file))).toBase64();
  return { name, mediaType, bytes, details: {}, read };
}

const isAsset = ({ kind }: Pin): boolean => kind === 'asset';

/** The fonts that the template names by family. */
const fontPins = (pins: readonly Pin[] | null): Pin[] =>
  (pins ?? []).filter((pin) => isAsset(pin) && pin.details?.family !== undefined);

async function findNewest(
  ctx: Ctx,
  names: readonly string[],
  templatesVersion: number | null,
): Promise<ReadonlyMap<string, Pin>> {
  const scope = templatesVersion === null ? null : cacheScope(ctx, templatesVersion);
  const found = new Map<string, Pin>();
  for (const name of names) {
    const known = scope === null ? undefined : newest.get(`${scope} ${name}`);
    if (known !== undefined) found.set(name, known);
  }
  const unknown = names.filter((name) => !found.has(name));
  if (unknown.length === 0) return found;
  const terms = { workspaceId: ctx.workspace.id, kind: 'asset' as const, names: unknown };
  for (const row of await findNamedComponents(ctx.services.database, terms)) {
    const pin = toPin(row);
    found.set(pin.name, pin);
    if (scope !== null) newest.set(`${scope} ${pin.name}`, pin);
  }
  return found;
}

const toAsset = (ctx: Ctx, pin: Pin): FoundAsset => ({
  name: pin.name,
  mediaType: pin.mediaType,
  bytes: pin.bytes,
  details: pin.details ?? {},
  read: () => readBase64(ctx, pin),
});

/** An asset that no template has pinned can be deleted at any time. */
const toUnpinned = (ctx: Ctx, pin: Pin): FoundAsset => ({
  ...toAsset(ctx, pin),
  read: () =>
    readBase64(ctx, pin).catch((error: unknown) => {
      if (!(error instanceof ComponentGone)) throw error;
      throw new UnusableAssets('ASSET_NOT_FOUND', [
        `${ASSET_SCHEME}${pin.name}: the asset was deleted meanwhile`,
      ]);
    }),
});

async function readBase64(ctx: Ctx, pin: Pin): Promise<string> {
  const known = texts.get(pin.objectId);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(await new Response(await openComponent(ctx, pin)).arrayBuffer());
  const text = bytes.toBase64();
  texts.set(pin.objectId, text);
  return text;
}
