import { type PlanId, PLANS } from '../../../schema/plans.ts';
import { WriteOutdated } from '../../adapters/d1/template-writes.ts';
import {
  type AddedCounts,
  findBrokenCount,
  findBrokenRule,
  findFullTemplates,
  type WriteLimits,
  type WriteRule,
  type WrittenRows,
} from '../../adapters/d1/write-rules.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { limitReached, limitsOf } from '../components/component-kinds.ts';

/**
 * Asks whether rows can be written now. The database asks the same again when it writes them.
 *
 * @throws {WriteOutdated}; {ApiError} `TEMPLATE_LIMIT_REACHED`, `ASSET_LIMIT_REACHED`, `PARTIAL_LIMIT_REACHED`,
 *   `VERSION_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`
 */
export async function requireRoom(ctx: Ctx, rows: WrittenRows): Promise<void> {
  const { database } = ctx.services;
  const rule = await findBrokenRule(database, rows);
  if (rule === null) return;
  if (rule !== 'versions') throw toError(ctx, rule);
  const { plan } = ctx.workspace;
  const full = await findFullTemplates(database, rows);
  const details = full.map((name) => `"${name}" has no version that could be deleted`);
  const values = { plan, limit: String(PLANS[plan].maxVersions) };
  throw new ApiError('VERSION_LIMIT_REACHED', { values, details });
}

/**
 * Asks whether the plan allows so many templates and partials, before their texts are checked.
 *
 * @throws {ApiError} `TEMPLATE_LIMIT_REACHED`, `PARTIAL_LIMIT_REACHED`
 */
export async function requireCounts(
  ctx: Ctx,
  added: Pick<AddedCounts, 'templates' | 'components'>,
): Promise<void> {
  const { services, workspace } = ctx;
  const counts = { ...added, workspaceId: workspace.id, limits: writeLimits(workspace.plan) };
  const rule = await findBrokenCount(services.database, counts);
  if (rule !== null) throw toError(ctx, rule);
}

export function writeLimits(plan: PlanId): WriteLimits {
  const { maxTemplates, maxVersions } = PLANS[plan];
  return {
    maxTemplates,
    maxVersions,
    components: { asset: limitsOf('asset', plan), partial: limitsOf('partial', plan) },
  };
}

function toError({ workspace: { plan } }: Ctx, rule: Exclude<WriteRule, 'versions'>): Error {
  const { maxTemplates, maxVersions } = PLANS[plan];
  switch (rule) {
    case 'unchanged':
      return new WriteOutdated();
    case 'workspace':
      return new ApiError('WORKSPACE_NOT_FOUND');
    case 'templates':
      return new ApiError('TEMPLATE_LIMIT_REACHED', { values: { plan, limit: String(maxTemplates) } });
    case 'assets':
      return limitReached('asset', plan, `${limitsOf('asset', plan).maxComponents} assets`);
    case 'assetBytes':
      return limitReached('asset', plan, `${limitsOf('asset', plan).maxBytes} bytes of assets`);
    case 'partials':
      return limitReached('partial', plan, `${limitsOf('partial', plan).maxComponents} partials`);
    case 'componentVersions':
      break;
  }
  return new ApiError('VERSION_LIMIT_REACHED', {
    message: `The plan ${plan} allows ${maxVersions} versions, and templates use all of them.`,
  });
}
