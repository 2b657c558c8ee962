import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeDevVars, readDevVars } from '../../../scripts/local/local-secrets.ts';

test('`.dev.vars` keeps its other lines, and only its owner reads it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'platen-vars-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, '.dev.vars');
  writeFileSync(path, '# mine\nOPERATOR_TOKEN="one"\nPUBLIC_URL=https://a.test\n');
  changeDevVars({ OPERATOR_TOKEN: 'two' }, path);
  expect(readDevVars(path)).toEqual({ OPERATOR_TOKEN: 'two', PUBLIC_URL: 'https://a.test' });
  expect(readFileSync(path, 'utf8')).toBe('# mine\nPUBLIC_URL=https://a.test\nOPERATOR_TOKEN="two"\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
