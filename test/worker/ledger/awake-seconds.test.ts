import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { readVariables } from '../../../worker/env.ts';

const read = (LEDGER_AWAKE_SECONDS: string) =>
  readVariables({ ...env, LEDGER_AWAKE_SECONDS }).LEDGER_AWAKE_SECONDS;

test.each(['-1', '601', '1.5', 'soon'])('a ledger cannot stay awake for %s seconds', (seconds) => {
  expect(() => read(seconds)).toThrow('LEDGER_AWAKE_SECONDS');
});

test.each([0, 600])('a ledger can stay awake for %d seconds', (seconds) => {
  expect(read(String(seconds))).toBe(seconds);
});
