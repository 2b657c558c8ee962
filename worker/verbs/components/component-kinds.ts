import type { ComponentKind } from '../../../schema/api/components.ts';
import { type Plan, PLANS, type PlanId } from '../../../schema/plans.ts';
import type { ComponentLimits } from '../../adapters/d1/write-rules.ts';
import { ApiError } from '../../lib/api-error.ts';

/** Assets and partials differ in this. */
interface Kind {
  readonly notFound: 'ASSET_NOT_FOUND' | 'PARTIAL_NOT_FOUND';
  readonly limitReached: 'ASSET_LIMIT_REACHED' | 'PARTIAL_LIMIT_REACHED';
  readonly saved: 'asset.saved' | 'partial.saved';
  readonly deleted: 'asset.deleted' | 'partial.deleted';
  readonly limits: (plan: Plan) => ComponentLimits;
}

export const KINDS: Readonly<Record<ComponentKind, Kind>> = {
  asset: {
    notFound: 'ASSET_NOT_FOUND',
    limitReached: 'ASSET_LIMIT_REACHED',
    saved: 'asset.saved',
    deleted: 'asset.deleted',
    limits: ({ maxAssets, maxAssetBytes }) => ({ maxComponents: maxAssets, maxBytes: maxAssetBytes }),
  },
  partial: {
    notFound: 'PARTIAL_NOT_FOUND',
    limitReached: 'PARTIAL_LIMIT_REACHED',
    saved: 'partial.saved',
    deleted: 'partial.deleted',
    limits: ({ maxPartials }) => ({ maxComponents: maxPartials, maxBytes: null }),
  },
};

export const limitsOf = (kind: ComponentKind, plan: PlanId): ComponentLimits =>
  KINDS[kind].limits(PLANS[plan]);

export const limitReached = (kind: ComponentKind, plan: PlanId, limit: string): ApiError =>
  new ApiError(KINDS[kind].limitReached, { values: { plan, limit } });
