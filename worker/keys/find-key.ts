import { LRUCache } from 'lru-cache';
import { KEY_VALUE } from '../../schema/ids.ts';
import { sha256Hex } from '../sha256.ts';
import type { KeyRecord } from './key-record.ts';

/** A changed expiry takes effect after this time. The ledger checks revocation and the plan on every request. */
const CACHED_MS = 30_000;

interface CachedKey {
  readonly key: KeyRecord;
  /** Epoch milliseconds. */
  readonly until: number;
}

const cache = new LRUCache<string, CachedKey>({ max: 10_000 });

/**
 * Unknown keys are not cached, so a new key works at once.
 *
 * @param lookUp is called for a key that is not cached
 */
export async function findKey(
  value: string,
  now: number,
  lookUp: (hash: string) => Promise<KeyRecord | null>,
): Promise<KeyRecord | null> {
  if (!KEY_VALUE.test(value)) return null;
  const hash = await sha256Hex(value);
  const cached = cache.get(hash);
  if (cached !== undefined && now < cached.until) return cached.key;
  const key = await lookUp(hash);
  if (key !== null) cache.set(hash, { key, until: now + CACHED_MS });
  return key;
}

export function forgetKeys(workspaceId: string): void {
  for (const [hash, { key }] of cache.entries()) if (key.workspaceId === workspaceId) cache.delete(hash);
}

/** Clears the cache of this isolate only. */
export const clearKeyCache = (): void => cache.clear();
