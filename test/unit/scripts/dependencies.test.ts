import { expect, test } from 'vitest';
import { readReport } from '../../../scripts/packages/audit-report.ts';
import {
  findInLock,
  isAllowed,
  refusedLicenses,
  withDependencies,
} from '../../../scripts/packages/check-licenses.ts';

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['AGPL-3.0-or-later', false],
  ['unknown', false],
])('the licence %s is allowed: %j', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});

const LOCK = {
  'node_modules/a': { license: 'MIT', dependencies: { b: '1', c: '1' } },
  'node_modules/b': { license: 'GPL-3.0' },
  'node_modules/a/node_modules/b': { license: 'ISC', dependencies: { c: '1' } },
  'node_modules/c': { license: 'MPL-2.0' },
  'node_modules/tool': { license: 'GPL-3.0' },
};

test('a package is looked up as Node does', () => {
  expect(findInLock(LOCK, 'b', 'node_modules/a')).toBe('node_modules/a/node_modules/b');
  expect(findInLock(LOCK, 'b', '')).toBe('node_modules/b');
  expect(findInLock(LOCK, 'c', 'node_modules/a/node_modules/b')).toBe('node_modules/c');
  expect(findInLock(LOCK, 'none', 'node_modules/a')).toBeNull();
});

test('what a delivered package depends on is checked too, and a tool is not', () => {
  expect(refusedLicenses(LOCK, withDependencies(LOCK, ['a']))).toEqual(['node_modules/c: MPL-2.0']);
});

test('a registry that does not answer is not a result', () => {
  expect(readReport('')).toBeNull();
  expect(readReport('{"message":"request failed","error":{"summary":""}}')).toBeNull();
  expect(readReport('{"vulnerabilities":{}}')).toEqual([]);
  expect(readReport('{"vulnerabilities":{"left-pad":{"severity":"high","range":"<2"}}}')).toEqual([
    'left-pad: high (<2)',
  ]);
});
