import type { LetterheadOptions as EngineLetterhead } from '@platen/pdf';
import type { LetterheadOptions } from '../schema/api/finish-options.ts';
import { ASSET_SCHEME, FILE_SCHEME } from './assets/uses-assets.ts';

/** Returns null if there is none, or it is off. It has a file or an asset, which `attachAssets` reads. Source: contract 15.8. */
export function composeLetterhead(letterhead: LetterheadOptions | undefined): EngineLetterhead | null {
  const { enabled = true, fileId, asset, first, others } = letterhead ?? { enabled: false };
  if (!enabled) return null;
  return {
    base64: asset === undefined ? `${FILE_SCHEME}${fileId}` : `${ASSET_SCHEME}${asset}`,
    field: `options.letterhead.${asset === undefined ? 'fileId' : 'asset'}`,
    ...(first !== undefined && { first: toPage(first) }),
    ...(others !== undefined && { others: toPage(others) }),
  };
}

const toPage = (page: number | 'none'): number | null => (page === 'none' ? null : page);
