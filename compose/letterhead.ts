import type { LetterheadOptions as EngineLetterhead } from '@platen/pdf';
import type { LetterheadOptions } from '../schema/api/finish-options.ts';
import { ASSET_SCHEME, FILE_SCHEME } from './assets/uses-assets.ts';
import type { FinishContext } from './finish-form.ts';

/** Returns null if it is off. `attachAssets` reads the file. Source: contract 15.8. */
export function composeLetterhead(
  letterhead: LetterheadOptions,
  { report }: Pick<FinishContext, 'report'>,
): EngineLetterhead | null {
  const { enabled = true, fileId, asset, first, others } = letterhead;
  if (!enabled) return null;
  if ((fileId === undefined) === (asset === undefined)) {
    report('options.letterhead: needs exactly one of "fileId" and "asset"');
    return null;
  }
  return {
    base64: asset === undefined ? `${FILE_SCHEME}${fileId}` : `${ASSET_SCHEME}${asset}`,
    field: `options.letterhead.${asset === undefined ? 'fileId' : 'asset'}`,
    ...(first !== undefined && { first: toPage(first) }),
    ...(others !== undefined && { others: toPage(others) }),
  };
}

const toPage = (page: number | 'none'): number | null => (page === 'none' ? null : page);
