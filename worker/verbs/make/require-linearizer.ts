import { featureUnavailable } from '../../lib/api-error.ts';
import type { BaseCtx } from '../../ctx.ts';

/** @throws {ApiError} `FEATURE_UNAVAILABLE`: the options ask for what only the container does */
export function requireLinearizer(
  { services }: BaseCtx,
  options: { readonly linearize?: boolean | undefined } | undefined,
): void {
  if (options?.linearize === true && services.container === null)
    throw featureUnavailable('options.linearize');
}
