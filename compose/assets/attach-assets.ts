import type { Meter } from '@platen/meter';
import type { PrintJob } from '@platen/pdf';
import type { AssetSource } from './asset-source.ts';
import { usesAssets } from './uses-assets.ts';

/**
 * Writes the assets that a composed document names into it, and adds hints about fonts to its warnings. Most documents name no
 * assets, so the code is loaded on demand.
 *
 * @throws {UnusableAssets | InvalidComposition}; what `source` throws
 */
export async function attachAssets(job: PrintJob, source: AssetSource, meter: Meter): Promise<PrintJob> {
  meter.charge(job.html.length);
  const hinted = job.html.includes(GOOGLE_FONTS) ? await addHints(job, source) : job;
  if (!usesAssets(job, source.fonts)) return hinted;
  const { writeAssets } = await import('./write-assets.ts');
  return writeAssets(hinted, source, meter);
}

const GOOGLE_FONTS = 'fonts.googleapis.com';

async function addHints(job: PrintJob, { fonts = [] }: AssetSource): Promise<PrintJob> {
  const { withFontHints } = await import('./font-links.ts');
  return withFontHints(job, fonts);
}
