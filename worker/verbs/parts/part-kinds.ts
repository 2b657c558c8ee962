import type { PartKind } from '../../../schema/api/shared-parts.ts';
import { type Plan, PLANS, type PlanId } from '../../../schema/plans.ts';
import type { PartLimits } from '../../adapters/d1/shared-part-changes.ts';
import { ApiError } from '../../lib/api-error.ts';

/** What assets and partials do not share. */
interface Kind {
  readonly notFound: 'ASSET_NOT_FOUND' | 'PARTIAL_NOT_FOUND';
  readonly limitReached: 'ASSET_LIMIT_REACHED' | 'PARTIAL_LIMIT_REACHED';
  readonly saved: 'asset.saved' | 'partial.saved';
  readonly deleted: 'asset.deleted' | 'partial.deleted';
  readonly limits: (plan: Plan) => PartLimits;
}

export const KINDS: Readonly<Record<PartKind, Kind>> = {
  asset: {
    notFound: 'ASSET_NOT_FOUND',
    limitReached: 'ASSET_LIMIT_REACHED',
    saved: 'asset.saved',
    deleted: 'asset.deleted',
    limits: ({ maxAssets, maxVersions, maxAssetBytes }) => ({
      maxParts: maxAssets,
      maxVersions,
      maxBytes: maxAssetBytes,
    }),
  },
  partial: {
    notFound: 'PARTIAL_NOT_FOUND',
    limitReached: 'PARTIAL_LIMIT_REACHED',
    saved: 'partial.saved',
    deleted: 'partial.deleted',
    limits: ({ maxPartials, maxVersions }) => ({ maxParts: maxPartials, maxVersions, maxBytes: null }),
  },
};

export const limitsOf = (kind: PartKind, plan: PlanId): PartLimits => KINDS[kind].limits(PLANS[plan]);

export const limitReached = (kind: PartKind, plan: PlanId, limit: string): ApiError =>
  new ApiError(KINDS[kind].limitReached, { values: { plan, limit } });
