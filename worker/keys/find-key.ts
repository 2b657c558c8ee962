import { KEY_VALUE } from '../../schema/ids.ts';
import type { Database } from '../database.ts';
import { LruCache } from '../lru-cache.ts';
import { sha256Hex } from '../sha256.ts';
import type { KeyRecord } from './key-record.ts';
import { findKeyByHash } from './queries.ts';

/**
 * How long an isolate trusts its copy of a key record. A plan change or an expiry set later shows after
 * this; a revocation or a closed workspace does not wait for it, because the ledger knows.
 */
const TRUSTED_MS = 30_000;

interface Remembered {
  readonly key: KeyRecord;
  readonly until: number;
}

const remembered = new LruCache<Remembered>(10_000);

/**
 * The record of a key value, or null if no such key was ever made. What cannot be a key costs no
 * look-up; unknown ones are not remembered, so a new key works at once.
 */
export async function findKey(database: Database, value: string, now: number): Promise<KeyRecord | null> {
  if (!KEY_VALUE.test(value)) return null;
  const hash = await sha256Hex(value);
  const known = remembered.get(hash);
  if (known !== undefined && now < known.until) return known.key;
  const key = await findKeyByHash(database, hash);
  if (key !== null) remembered.set(hash, { key, until: now + TRUSTED_MS });
  return key;
}

/** For an isolate that has just changed what records say. */
export const forgetKeys = (): void => remembered.clear();
