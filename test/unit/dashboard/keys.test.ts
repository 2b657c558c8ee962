import { describe, expect, test } from 'vitest';
import { endOfDay, tomorrow } from '../../../dashboard/pages/keys/local-day.ts';
import { PRESETS, findPreset } from '../../../dashboard/pages/keys/permission-labels.ts';
import { rememberKey, takeKey } from '../../../dashboard/playground-key.ts';
import { PERMISSIONS } from '../../../schema/permissions.ts';

describe('the common combinations of permissions', () => {
  test('are those of the specification, section 5.3', () => {
    expect(PRESETS).toEqual([
      { name: 'Full access', permissions: PERMISSIONS },
      { name: 'Generation only', permissions: ['pdf.generate', 'pdf.read'] },
      { name: 'Read-only', permissions: ['pdf.read', 'template.read'] },
    ]);
  });

  test('are known in any order, and only when nothing is missing or more', () => {
    expect(findPreset(['template.read', 'pdf.read'])?.name).toBe('Read-only');
    expect(findPreset(['pdf.read'])).toBeUndefined();
    expect(findPreset(['pdf.read', 'template.read', 'pdf.delete'])).toBeUndefined();
  });
});

describe('a key’s last day', () => {
  test('is in the future: tomorrow is the first that may be chosen, over the end of a year too', () => {
    expect(tomorrow(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-21');
    expect(tomorrow(new Date(2026, 11, 31))).toBe('2027-01-01');
  });

  test('ends with the last second of that day where the reader is', () => {
    expect(endOfDay('2027-01-31')).toBe(new Date(2027, 0, 31, 23, 59, 59).toISOString());
  });
});

describe('a key that goes along to the playground', () => {
  test('is taken once', () => {
    rememberKey('ws_a', 'pk_test_value');
    expect(takeKey('ws_a')).toBe('pk_test_value');
    expect(takeKey('ws_a')).toBeNull();
  });

  test('is not given to another workspace, and forgotten when that one asks', () => {
    rememberKey('ws_a', 'pk_test_value');
    expect(takeKey('ws_b')).toBeNull();
    expect(takeKey('ws_a')).toBeNull();
  });
});
