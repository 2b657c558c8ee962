import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../ctx.ts';
import { selectTargets, type TargetRecord } from '../../adapters/d1/targets.ts';

interface CachedTargets {
  readonly version: number;
  readonly targets: readonly TargetRecord[];
}

const cache = new LRUCache<string, CachedTargets>({ max: 1_000 });

/** The admission returned `version`, so cached targets are exact. Version 0: there never was a target. */
export async function readTargets(
  { services, workspace }: Ctx,
  version: number,
): Promise<readonly TargetRecord[]> {
  if (version === 0) return [];
  const cached = cache.get(workspace.id);
  if (cached?.version === version) return cached.targets;
  const targets = await selectTargets(services.database, workspace.id);
  cache.set(workspace.id, { version, targets });
  return targets;
}
