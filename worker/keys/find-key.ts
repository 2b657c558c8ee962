import { LRUCache } from 'lru-cache';
import { KEY_VALUE } from '../../schema/ids.ts';
import { sha256Hex } from '../sha256.ts';
import type { KeyRecord } from './key-record.ts';

/** A changed expiry takes effect after this time. The ledger checks revocation and the plan on every request. */
const CACHED_MS = 30_000;

/** A key that is used after this time is read again after the answer. So a caller who comes back does not wait for D1. */
const REFRESHED_MS = 15_000;

interface CachedKey {
  readonly key: KeyRecord;
  /** Epoch milliseconds. */
  readonly readAt: number;
  isRefreshed?: boolean;
}

type LookUp = (hash: string) => Promise<KeyRecord | null>;

interface FoundKey {
  readonly key: KeyRecord | null;
  /** Null if it is too early. Call it after the answer. Never rejects. */
  readonly refresh: ((lookUp: LookUp) => Promise<void>) | null;
}

const cache = new LRUCache<string, CachedKey>({ max: 10_000 });

/**
 * Unknown keys are not cached, so a new key works at once.
 *
 * @param lookUp is called for a key that is not cached
 */
export async function findKey(value: string, now: number, lookUp: LookUp): Promise<FoundKey> {
  if (!KEY_VALUE.test(value)) return { key: null, refresh: null };
  const hash = await sha256Hex(value);
  const cached = cache.get(hash);
  if (cached !== undefined && now < cached.readAt + CACHED_MS) {
    const isDue = cached.isRefreshed !== true && now >= cached.readAt + REFRESHED_MS;
    return { key: cached.key, refresh: isDue ? (again) => refresh(hash, cached, now, again) : null };
  }
  const key = await lookUp(hash);
  if (key !== null) cache.set(hash, { key, readAt: now });
  return { key, refresh: null };
}

async function refresh(hash: string, cached: CachedKey, now: number, lookUp: LookUp): Promise<void> {
  if (cached.isRefreshed === true) return;
  cached.isRefreshed = true;
  // If it fails, the key is read again when its time ends.
  const key = await lookUp(hash).catch(() => null);
  // The key may have been forgotten meanwhile.
  if (key !== null && cache.peek(hash) === cached) cache.set(hash, { key, readAt: now });
}

export function forgetKeys(workspaceId: string): void {
  for (const [hash, { key }] of cache.entries()) if (key.workspaceId === workspaceId) cache.delete(hash);
}

/** Clears the cache of this isolate only. */
export const clearKeyCache = (): void => cache.clear();
