import { brotliDecompressSync } from 'node:zlib';
import { readLetterhead, UnreadablePdf } from '@platen/pdf';
import { cleanFamily } from '../../../compose/assets/check/font-names.ts';
import { InvalidAsset } from '../../../compose/assets/check/invalid-asset.ts';
import { expandedBytes, readAsset } from '../../../compose/assets/check/read-asset.ts';
import type { ExpandBrotli } from '../../../compose/assets/check/woff2.ts';
import { type AssetType, ASSET_TYPES } from '../../../schema/api/components.ts';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import type { ComponentVersion } from '../../adapters/d1/components.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { unpaidWork } from '../usage/unpaid-work.ts';
import { putComponent } from './put-component.ts';

export interface NewAsset {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The memory of the request. It counts the bytes already. */
  readonly memory: Pick<RequestMemory, 'expand'>;
  /** The media type that the client sent, in lower case. */
  readonly declaredType: string;
  /** Replaces the family that the font names. */
  readonly family?: string | undefined;
  readonly note?: string | undefined;
}

/** Checks a file by its bytes, and saves it. @throws {ApiError} `ASSET_INVALID`, `VALIDATION_ERROR`, `SERVICE_BUSY`, `PRINTS_LIMITED`; what `putComponent` throws */
export async function putAsset(
  ctx: Ctx,
  { name, bytes, memory, declaredType, family, note }: NewAsset,
): Promise<ComponentVersion> {
  const { mediaType, details } = await unpaidWork(ctx, () =>
    refuseInvalid(async () => {
      await memory.expand(expandedBytes(bytes, ctx.meter));
      const read = await readAsset(bytes, expandBrotli, ctx.meter);
      if (read.mediaType === PDF_TYPE) await readLetterhead(bytes, ctx.meter);
      return read;
    }),
  );
  if (!isType(declaredType, mediaType))
    throw invalidRequest([`Content-Type: is ${declaredType.slice(0, 100)}, but the file is ${mediaType}`]);
  const isFont = mediaType.startsWith('font/');
  if (family !== undefined && !isFont) throw invalidRequest(['family: is only for fonts']);
  const ownFamily = family === undefined ? (details.family ?? null) : cleanFamily(family);
  if (isFont && ownFamily === null)
    throw invalidRequest(['family: is needed, because the font does not say its family']);
  const named = ownFamily === null ? details : { ...details, family: ownFamily };
  return putComponent(ctx, { kind: 'asset', name, bytes, mediaType, details: named, note });
}

const expandBrotli: ExpandBrotli = (data, maxOutputLength) => brotliDecompressSync(data, { maxOutputLength });

/** @throws {ApiError} `ASSET_INVALID` */
async function refuseInvalid<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadablePdf)
      throw new ApiError('ASSET_INVALID', { details: [`body: cannot be read: ${error.message}`] });
    if (error instanceof InvalidAsset)
      throw new ApiError('ASSET_INVALID', { details: [`body: ${error.message}`] });
    throw error;
  }
}

/** Names that browsers and tools use instead. */
const OTHER_NAMES: Readonly<Record<string, AssetType>> = {
  'image/jpg': 'image/jpeg',
  'font/sfnt': 'font/ttf',
  'application/font-woff2': 'font/woff2',
  'application/x-font-ttf': 'font/ttf',
  'application/x-font-truetype': 'font/ttf',
  'application/x-font-otf': 'font/otf',
  'application/x-font-opentype': 'font/otf',
  'application/font-sfnt': 'font/ttf',
  'application/vnd.ms-opentype': 'font/otf',
};

/** A client that does not know the type of a file says so, or says nothing. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

const isSfnt = (type: string): boolean => type === 'font/ttf' || type === 'font/otf';

function isType(declared: string, actual: AssetType): boolean {
  if (UNKNOWN.has(declared)) return true;
  const type = OTHER_NAMES[declared] ?? declared;
  // Both are sfnt files, and names of files mix them up.
  return type === actual || (isSfnt(type) && isSfnt(actual)) || isUnknownProfile(type, actual);
}

/** Browsers have no name for colour profiles. */
const isUnknownProfile = (type: string, actual: AssetType): boolean =>
  actual === 'application/vnd.iccprofile' && !ASSET_TYPES.some((known) => known === type);
