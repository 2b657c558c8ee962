import { describe, expect, test } from 'vitest';
import { isId, KEY_VALUE, newId, newKeyValue, randomText } from '../../../schema/ids.ts';

describe('random text', () => {
  test('draws every character of the alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (let drawn = 0; drawn < 62; drawn += 1) {
      for (const character of randomText(1_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    // 1,000 expected of each; 200 is over six standard deviations. A modulo bias would give 1,250 to the first eight.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });
});

describe('a key value', () => {
  test.each(['live', 'test'] as const)(
    'of the environment %s has its prefix and 32 random characters',
    (environment) => {
      const value = newKeyValue(environment);
      expect(value).toMatch(new RegExp(`^pk_${environment}_[A-Za-z0-9]{32}$`));
      expect(KEY_VALUE.test(value)).toBe(true);
    },
  );
});

describe('an id', () => {
  test('is recognised by its kind', () => {
    const id = newId('file');
    expect(isId('file', id)).toBe(true);
    expect(isId('key', id)).toBe(false);
    expect(isId('file', `${id}x`)).toBe(false);
    expect(isId('file', `file_${'../'.repeat(8)}`.slice(0, id.length))).toBe(false);
  });
});
