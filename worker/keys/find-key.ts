import { LRUCache } from 'lru-cache';
import { KEY_VALUE } from '../../schema/ids.ts';
import type { Database } from '../database.ts';
import { sha256Hex } from '../sha256.ts';
import type { KeyRecord } from './key-record.ts';
import { findKeyByHash } from './queries.ts';

/**
 * How long an isolate uses its copy of a key record. A change of the plan or of the expiry takes effect after this
 * time. A revocation and the deletion of a workspace take effect at once, because the ledger checks them.
 */
const CACHED_MS = 30_000;

interface CachedKey {
  readonly key: KeyRecord;
  /** Epoch milliseconds. */
  readonly until: number;
}

const cache = new LRUCache<string, CachedKey>({ max: 10_000 });

/**
 * The record of a key value; null if the key does not exist. A value that is not in the form of a key needs no
 * query. Unknown keys are not cached, so a new key works at once.
 */
export async function findKey(database: Database, value: string, now: number): Promise<KeyRecord | null> {
  if (!KEY_VALUE.test(value)) return null;
  const hash = await sha256Hex(value);
  const cached = cache.get(hash);
  if (cached !== undefined && now < cached.until) return cached.key;
  const key = await findKeyByHash(database, hash);
  if (key !== null) cache.set(hash, { key, until: now + CACHED_MS });
  return key;
}

/** Empties this isolate's cache, after a change to keys or to plans. */
export const clearKeyCache = (): void => cache.clear();
