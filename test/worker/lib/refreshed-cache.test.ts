import { describe, expect, test } from 'vitest';
import { RefreshedCache } from '../../../worker/lib/refreshed-cache.ts';
import { eventually } from '../../support/eventually.ts';

const KEPT_MS = 60_000;

interface Word {
  readonly word: string;
}

const old: Word = { word: 'old' };
const fresh: Word = { word: 'fresh' };

function remember() {
  const cache = new RefreshedCache<Word>({ maxEntries: 2, keptMs: KEPT_MS });
  cache.set('name', old, 0);
  let reads = 0;
  const get = (now: number, found: Word | null | Error = fresh) =>
    cache.get('name', now, async () => {
      reads += 1;
      if (found instanceof Error) throw found;
      return found;
    });
  return { cache, get, countReads: () => reads };
}

describe('a value that was read', () => {
  test('is used until its time ends', async () => {
    const { get, countReads } = remember();
    expect(await get(KEPT_MS / 2 - 1)).toBe(old);
    expect(await get(KEPT_MS)).toBeNull();
    expect(countReads()).toBe(0);
  });

  test('is read again, once, after it was used in the second half of its time', async () => {
    const { get, countReads } = remember();
    expect(await get(KEPT_MS / 2)).toBe(old);
    expect(await get(KEPT_MS / 2)).toBe(old);
    // The requests that used the value did not wait for the read.
    expect(countReads()).toBe(0);
    await eventually(async () => expect(await get(KEPT_MS / 2)).toBe(fresh));
    expect(countReads()).toBe(1);
    expect(await get(KEPT_MS / 2 + KEPT_MS - 1)).toBe(fresh);
  });

  test.each([
    ['cannot be read', new Error('The database is not available.')],
    ['is gone', null],
  ])('is used until its time ends if it %s', async (_, found) => {
    const { get, countReads } = remember();
    await get(KEPT_MS / 2, found);
    await eventually(() => expect(countReads()).toBe(1));
    expect(await get(KEPT_MS - 1, found)).toBe(old);
    expect(await get(KEPT_MS, found)).toBeNull();
  });

  test('stays forgotten if it was forgotten while it was read', async () => {
    const { cache, get, countReads } = remember();
    await get(KEPT_MS / 2);
    cache.forget(({ word }) => word === 'old');
    await eventually(() => expect(countReads()).toBe(1));
    expect(await get(KEPT_MS / 2)).toBeNull();
  });
});

test('of too many values, the cache forgets the one that was not used for the longest time', async () => {
  const { cache, get } = remember();
  cache.set('second', fresh, 0);
  await get(1);
  cache.set('third', fresh, 0);
  expect(await get(1)).toBe(old);
  expect(await cache.get('second', 1, async () => null)).toBeNull();
});
