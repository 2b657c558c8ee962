import { KEY_VALUE } from '../../../schema/ids.ts';
import { RefreshedCache } from '../../lib/refreshed-cache.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { KeyRecord } from '../../adapters/d1/key-record.ts';

/**
 * As long as a template, so that the same callers wait for neither. A changed expiry takes effect after this time. The ledger
 * checks revocation and the plan on every request.
 */
const CACHED_MS = 60_000;

const cache = new RefreshedCache<KeyRecord>({ maxEntries: 10_000, keptMs: CACHED_MS });

type Found = Promise<KeyRecord | null>;

interface KeySource {
  readonly lookUp: (hash: string) => Found;
  /** Looks up a key that is not cached, which may be a guess. */
  readonly limited: (lookUp: () => Found) => Found;
}

/** Unknown keys are not cached, so a new key works at once. */
export async function findKey(value: string, now: number, { lookUp, limited }: KeySource): Found {
  if (!KEY_VALUE.test(value)) return null;
  const hash = await sha256Hex(value);
  const read = () => lookUp(hash);
  const cached = await cache.get(hash, now, read);
  if (cached !== null) return cached;
  const key = await limited(read);
  if (key !== null) cache.set(hash, key, now);
  return key;
}

export const forgetKeys = (workspaceId: string): void =>
  cache.forget((key) => key.workspaceId === workspaceId);

/** Clears the cache of this isolate only. */
export const clearKeyCache = (): void => cache.clear();
