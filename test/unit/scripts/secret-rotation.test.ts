import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SecretState } from '../../../schema/api/secrets.ts';
import { datedName, parseSecretName } from '../../../schema/secrets.ts';
import { changeDevVars, newestSecret, readDevVars } from '../../../scripts/local/local-secrets.ts';
import {
  planDeletion,
  planNewSecret,
  type SecretStore,
} from '../../../scripts/installation/secret-rotation.ts';

const storeOf = (...names: string[]): SecretStore => ({
  list: () => Promise.resolve(names),
  change: () => Promise.resolve(),
});

const NOW = Date.parse('2026-11-22T21:30:30Z');
const NEXT = 'SIGNING_SECRET_20261122T2141';

const state: SecretState = {
  secret: 'SIGNING_SECRET',
  inUse: NEXT,
  since: '2026-11-22T21:41:00.000Z',
  next: [],
  earlier: ['SIGNING_SECRET'],
  neededBy: [],
};

test('the name of a new secret is the minute from which it is in use, ten minutes later', async () => {
  const { name, since, value } = await planNewSecret(
    storeOf('SIGNING_SECRET', 'OTHER'),
    'SIGNING_SECRET',
    NOW,
  );
  expect([name, since.toISOString()]).toEqual([NEXT, '2026-11-22T21:41:00.000Z']);
  expect(value).toMatch(/^[\w-]{43}$/);
  expect(parseSecretName(name)).toEqual({ secret: 'SIGNING_SECRET', since: since.getTime() });
  expect(datedName('SIGNING_SECRET', since.getTime())).toBe(name);
});

test('a credentials key has an id of its own', async () => {
  const { value } = await planNewSecret(storeOf('CREDENTIALS_KEY'), 'CREDENTIALS_KEY', NOW);
  expect(value).toMatch(/^20261122T2141:[A-Za-z0-9+/]{43}=$/);
});

test.each([
  ['there is none', [], 'There is no SIGNING_SECRET yet'],
  ['a change is not finished', ['SIGNING_SECRET', NEXT], 'Finish that change first'],
])('no new secret if %s', async (_, names, message) => {
  await expect(planNewSecret(storeOf(...names), 'SIGNING_SECRET', NOW)).rejects.toThrow(message);
});

test('the earlier one is deleted if nothing needs it', async () => {
  const store = storeOf('SIGNING_SECRET', NEXT);
  expect(await planDeletion(store, state, false)).toEqual(['SIGNING_SECRET']);
  const needed = { ...state, neededBy: [{ what: 'sessions of the dashboard', count: 3 }] };
  await expect(planDeletion(store, needed, false)).rejects.toThrow('3 sessions of the dashboard');
  expect(await planDeletion(store, needed, true)).toEqual(['SIGNING_SECRET']);
});

test.each([
  ['is not in use yet', { ...state, inUse: 'SIGNING_SECRET', next: [NEXT], earlier: [] }, 'not in use yet'],
  ['is unknown to the service', { ...state, inUse: 'SIGNING_SECRET', earlier: [] }, 'other secrets'],
  ['is in use elsewhere', { ...state, inUse: 'SIGNING_SECRET_20270101T0000' }, 'other secrets'],
])('nothing is deleted, even by force, if the new one %s', async (_, answer, message) => {
  const store = storeOf('SIGNING_SECRET', NEXT);
  await expect(planDeletion(store, answer, true)).rejects.toThrow(message);
});

test('`.dev.vars` keeps its other lines, and only its owner reads it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'platen-vars-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, '.dev.vars');
  writeFileSync(path, '# mine\nOPERATOR_TOKEN="one"\nPUBLIC_URL=https://a.test\n');
  changeDevVars({ OPERATOR_TOKEN_20261122T2141: 'two' }, path);
  expect(newestSecret('OPERATOR_TOKEN', readDevVars(path))).toBe('two');
  changeDevVars({ OPERATOR_TOKEN: null }, path);
  expect(readFileSync(path, 'utf8')).toBe(
    '# mine\nPUBLIC_URL=https://a.test\nOPERATOR_TOKEN_20261122T2141="two"\n',
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
