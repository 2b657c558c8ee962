import type { TargetBody } from '../../../schema/api/targets.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';

/** Lists each field, so a secret that is added to the record later is not shown. */
export const describeTarget = (target: TargetRecord): TargetBody => ({
  id: target.id,
  workspaceId: target.workspaceId,
  name: target.name,
  provider: target.provider,
  endpoint: target.endpoint,
  region: target.region,
  bucket: target.bucket,
  keyPrefix: target.keyPrefix,
  keyPattern: target.keyPattern,
  createdAt: target.createdAt,
});
