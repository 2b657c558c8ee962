import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../ctx.ts';
import type { TemplateVersion } from '../../adapters/d1/templates.ts';
import { readSettings } from './versions/objects.ts';

/** By workspace, template and version. A version never changes. */
const known = new LRUCache<string, boolean>({ max: 1_000 });

/** Returns whether the data of a request may have passwords for this version (contract 15.4). */
export async function usesEncryption(ctx: Ctx, { template, version }: TemplateVersion): Promise<boolean> {
  const name = `${ctx.workspace.id} ${template.id}@${version.version}`;
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const { encryption } = await readSettings(ctx, version);
  known.set(name, encryption !== undefined);
  return encryption !== undefined;
}
