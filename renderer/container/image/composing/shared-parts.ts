import type { PrintJob } from '@platen/pdf';
import type { FoundAsset } from '../../../../compose/assets/asset-source.ts';
import { attachAssets } from '../../../../compose/assets/attach-assets.ts';
import { withFontHints } from '../../../../compose/assets/font-links.ts';
import { listRequestTexts } from '../../../../compose/compose-request.ts';
import { listPartialNames } from '../../../../compose/partials/collect-partials.ts';
import { bulkLimits } from '../../../../compose/template-limits.ts';
import type { GenerateRequest } from '../../../../schema/api/generate.ts';
import { PLANS, type PlanId } from '../../../../schema/plans.ts';
import { NeedsParts } from '../../needs-parts.ts';
import type { SentAsset, SentParts } from '../../protocol.ts';

/** The Worker sends the partials that these call too. @throws {NeedsParts} */
export function requirePartials(body: GenerateRequest, plan: PlanId, { partials, asked }: SentParts): void {
  const limits = bulkLimits(PLANS[plan].maxHtmlBytes);
  const names = listPartialNames(listRequestTexts(body), limits);
  const missing = names.filter((name) => !Object.hasOwn(partials, name) && !asked.partials.includes(name));
  if (missing.length > 0) throw new NeedsParts({ partials: missing, assets: [] });
}

/** @throws {NeedsParts | UnusableAssets | InvalidComposition} */
export function attachSentAssets(job: PrintJob, { assets, asked }: SentParts): Promise<PrintJob> {
  const sent = new Map(assets.map((asset) => [asset.name, toFound(asset)]));
  const fonts = assets.filter(({ isFont }) => isFont).map(toFound);
  return attachAssets(withFontHints(job, fonts), {
    fonts,
    async find(names) {
      const missing = names.filter((name) => !sent.has(name) && !asked.assets.includes(name));
      if (missing.length > 0) throw new NeedsParts({ partials: [], assets: missing });
      return sent;
    },
  });
}

const toFound = ({ base64, ...asset }: SentAsset): FoundAsset => ({ ...asset, read: async () => base64 });
