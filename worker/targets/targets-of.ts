import { LruCache } from '../lru-cache.ts';
import type { Services } from '../services.ts';
import { selectTargets, type TargetRecord } from './queries.ts';

interface Remembered {
  readonly version: number;
  readonly targets: readonly TargetRecord[];
}

const remembered = new LruCache<Remembered>(1_000);

/**
 * The targets of a workspace, as of a version that its ledger told with the admission. So an isolate's
 * copy is exact, and a workspace that never had a target costs no look-up.
 */
export async function targetsOf(
  services: Services,
  workspaceId: string,
  version: number,
): Promise<readonly TargetRecord[]> {
  if (version === 0) return [];
  const known = remembered.get(workspaceId);
  if (known?.version === version) return known.targets;
  const targets = await selectTargets(services.database, workspaceId);
  remembered.set(workspaceId, { version, targets });
  return targets;
}
