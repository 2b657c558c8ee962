import { describe, expect, test } from 'vitest';
import { endOfDay, tomorrow } from '../../../dashboard/pages/keys/local-day.ts';
import { PRESETS, findPreset } from '../../../dashboard/pages/keys/permission-labels.ts';
import { passToPlayground, takeForPlayground } from '../../../dashboard/playground-handoff.ts';
import { PERMISSIONS } from '../../../schema/permissions.ts';

describe('the common combinations of permissions', () => {
  test('are those of contract 5.3', () => {
    expect(PRESETS).toEqual([
      { name: 'Full access', permissions: PERMISSIONS },
      { name: 'Generation only', permissions: ['pdf.generate', 'pdf.read'] },
      { name: 'Read-only', permissions: ['pdf.read', 'template.read'] },
    ]);
  });

  test('are found in any order, and only if they match exactly', () => {
    expect(findPreset(['template.read', 'pdf.read'])?.name).toBe('Read-only');
    expect(findPreset(['pdf.read'])).toBeUndefined();
    expect(findPreset(['pdf.read', 'template.read', 'pdf.delete'])).toBeUndefined();
  });
});

describe('a key’s last day', () => {
  test('can be tomorrow at the earliest, also at the end of a year', () => {
    expect(tomorrow(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-21');
    expect(tomorrow(new Date(2026, 11, 31))).toBe('2027-01-01');
  });

  test('ends with the last second of that day in the local time zone', () => {
    expect(endOfDay('2027-01-31')).toBe(new Date(2027, 0, 31, 23, 59, 59).toISOString());
  });
});

describe('a key that is passed to the playground', () => {
  test('can be taken once', () => {
    passToPlayground('ws_a', { key: 'pk_test_value' });
    expect(takeForPlayground('ws_a').key).toBe('pk_test_value');
    expect(takeForPlayground('ws_a')).toEqual({});
  });

  test('is not passed to another workspace, and is discarded then', () => {
    passToPlayground('ws_a', { key: 'pk_test_value' });
    expect(takeForPlayground('ws_b')).toEqual({});
    expect(takeForPlayground('ws_a')).toEqual({});
  });
});
