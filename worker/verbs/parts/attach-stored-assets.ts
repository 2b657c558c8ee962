import type { PrintJob } from '@platen/pdf';
import type { AssetSource } from '../../../compose/assets/asset-source.ts';
import { usesAssets } from '../../../compose/assets/uses-assets.ts';
import type { Ctx } from '../../ctx.ts';
import { type AssetTerms, assetsOf } from './asset-files.ts';

/**
 * Writes the assets that a document names into it. Documents without assets cost nothing.
 *
 * @throws {UnusableAssets | InvalidComposition}; {ApiError} `SERVICE_BUSY`
 */
export async function attachStoredAssets(ctx: Ctx, job: PrintJob, terms: AssetTerms): Promise<PrintJob> {
  const source = assetsOf(ctx, terms);
  const hinted = job.html.includes('fonts.googleapis.com') ? await addHints(job, source) : job;
  if (!usesAssets(job, source.fonts)) return hinted;
  const { attachAssets } = await import('../../../compose/assets/attach-assets.ts');
  return attachAssets(hinted, source);
}

async function addHints(job: PrintJob, { fonts = [] }: AssetSource): Promise<PrintJob> {
  const { withFontHints } = await import('../../../compose/assets/font-links.ts');
  return withFontHints(job, fonts);
}
