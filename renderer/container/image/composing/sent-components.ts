import { Meter } from '@platen/meter';
import type { PrintJob } from '@platen/pdf';
import type { AssetSource, FoundAsset } from '../../../../compose/assets/asset-source.ts';
import { attachAssets } from '../../../../compose/assets/attach-assets.ts';
import { listRequestTexts } from '../../../../compose/compose-request.ts';
import { listPartialNames } from '../../../../compose/partials/collect-partials.ts';
import { bulkLimits } from '../../../../compose/template-limits.ts';
import type { GenerateRequest } from '../../../../schema/api/generate.ts';
import { PLANS, type PlanId } from '../../../../schema/plans.ts';
import { NeedsComponents } from '../../needs-components.ts';
import type { SentAsset, SentComponents } from '../../protocol.ts';

/** The Worker sends the partials that these call too. @throws {NeedsComponents} */
export function requirePartials(
  body: GenerateRequest,
  plan: PlanId,
  { partials, asked }: SentComponents,
): void {
  const limits = bulkLimits(PLANS[plan].maxHtmlBytes);
  const names = listPartialNames(listRequestTexts(body), limits, unlimited());
  const missing = names.filter((name) => !Object.hasOwn(partials, name) && !asked.partials.includes(name));
  if (missing.length > 0) throw new NeedsComponents({ partials: missing, assets: [] });
}

/** @throws {NeedsComponents | UnusableAssets | InvalidComposition} */
export function attachSentAssets(job: PrintJob, { assets, asked }: SentComponents): Promise<PrintJob> {
  const sent = new Map(assets.map((asset) => [asset.name, toFound(asset)]));
  const fonts = assets.filter(({ isFont }) => isFont).map(toFound);
  const source: AssetSource = {
    fonts,
    async find(names) {
      const missing = names.filter((name) => !sent.has(name) && !asked.assets.includes(name));
      if (missing.length > 0) throw new NeedsComponents({ partials: [], assets: missing });
      return sent;
    },
  };
  return attachAssets(job, source, unlimited());
}

/** The Worker counts what its own texts cost, and this process ends a document after its time. */
const unlimited = (): Meter => new Meter({ maxWork: Number.POSITIVE_INFINITY });

const toFound = ({ base64, ...asset }: SentAsset): FoundAsset => ({ ...asset, read: async () => base64 });
