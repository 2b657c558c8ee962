import { expect, test } from 'vitest';
import { keyRefusal } from '../../../../../worker/verbs/keys/key-refusal.ts';

const EXPIRES_AT = Date.parse('2026-12-01T00:00:00Z');

const codeAt = (now: number, expiresAt: string | null) =>
  keyRefusal(
    {
      id: 'key_1',
      workspaceId: 'ws_1',
      environment: 'live',
      permissions: ['pdf.generate'],
      expiresAt,
      revokedAt: null,
      plan: 'free',
    },
    'pdf.generate',
    now,
  )?.code;

test('a key is valid in the last millisecond before it expires, and no longer', () => {
  expect(codeAt(EXPIRES_AT - 1, '2026-12-01T00:00:00.000Z')).toBeUndefined();
  expect(codeAt(EXPIRES_AT, '2026-12-01T00:00:00.000Z')).toBe('API_KEY_EXPIRED');
  expect(codeAt(EXPIRES_AT, null)).toBeUndefined();
});
