import { describe, expect, test } from 'vitest';
import {
  checkedKey,
  DEFAULT_KEY_PATTERN,
  encodedKey,
  externalKey,
  keyPatternProblem,
  keyPrefixProblem,
} from '../../../schema/external-key.ts';

const fileId = 'file_8kQ2';
const createdAt = Date.parse('2026-03-09T23:59:59Z');

const keyOf = (filename: string, prefix = '', pattern = DEFAULT_KEY_PATTERN): string =>
  externalKey(prefix, pattern, { fileId, filename, createdAt });

describe('the key of a copy', () => {
  test('has the month of the file, its id and its name', () => {
    expect(keyOf('invoice-42.pdf')).toBe('2026/03/file_8kQ2-invoice-42.pdf');
    expect(keyOf('a.pdf', 'acme/pdfs', '{dd}-{mm}-{yyyy}/{fileId}.pdf')).toBe(
      'acme/pdfs/09-03-2026/file_8kQ2.pdf',
    );
    expect(keyOf('a.pdf', 'acme/')).toBe('acme/2026/03/file_8kQ2-a.pdf');
  });

  test.each([
    ['Rechnung März.pdf', 'Rechnung-Marz'],
    ['été à Łódź.pdf', 'ete-a-odz'],
    ['請求書.pdf', 'document'],
    ['a#b?c%20d.pdf', 'a-b-c-20d'],
    ['..pdf.pdf', 'pdf'],
    ['../../etc/passwd.pdf', 'etc-passwd'],
    ['{fileId}{yyyy}.pdf', 'fileId-yyyy'],
    ['"quotes" & <tags>.pdf', 'quotes-tags'],
    ['emoji 🎉 party.PDF', 'emoji-party'],
    ['\u202eright-to-left.pdf', 'right-to-left'],
    [`${'x'.repeat(250)}.pdf`, 'x'.repeat(120)],
  ])('takes from the name %s what every store accepts', (filename, name) => {
    expect(keyOf(filename)).toBe(`2026/03/file_8kQ2-${name}.pdf`);
  });

  test.each([
    '..',
    '.',
    '../x',
    './x',
    'a/../b',
    'a/..',
    '/etc',
    '\\..\\',
    '%2e%2e/x',
    '..%2fx',
    'a//b',
    'a/./b',
    '…/x',
  ])('stays under its prefix when the file is called %s', (name) => {
    const key = keyOf(`${name}.pdf`, 'acme', '{filename}/{fileId}.pdf');
    expect(key).toMatch(/^acme\/[A-Za-z0-9._-]+\/file_8kQ2\.pdf$/);
    const { pathname } = new URL(`https://store.dev/bucket/${encodedKey(key)}`);
    expect(pathname).toBe(`/bucket/${key}`);
  });
});

describe('a pattern', () => {
  test.each([
    [DEFAULT_KEY_PATTERN, null],
    ['{fileId}', null],
    ["it's/{fileId}!(1)*.pdf", null],
    ['{filename}.pdf', 'must contain {fileId}'],
    ['/{fileId}', 'must not start with / or contain //'],
    ['a//{fileId}', 'must not start with / or contain //'],
    ['{fileId}/', 'must not start with / or contain //'],
    ['../{fileId}', 'must not contain . or .. as a folder'],
    ['a/../../{fileId}', 'must not contain . or .. as a folder'],
    ['./{fileId}', 'must not contain . or .. as a folder'],
    ['{fileId}/..', 'must not contain . or .. as a folder'],
    ['a b/{fileId}', "may only contain letters, digits and !_.*'()-/"],
    ['a?b/{fileId}', "may only contain letters, digits and !_.*'()-/"],
    ['%2e%2e/{fileId}', "may only contain letters, digits and !_.*'()-/"],
    [
      '{customer}/{fileId}',
      'must not contain {customer}: the placeholders are {yyyy}, {mm}, {dd}, {fileId}, {filename}',
    ],
    ['{/{fileId}', "may only contain letters, digits and !_.*'()-/"],
    [`${'x'.repeat(200)}{fileId}`, 'must have 200 characters or fewer'],
  ])('%s is judged before it is saved', (pattern, problem) => {
    expect(keyPatternProblem(pattern)).toBe(problem);
  });
});

test.each([
  ['', null],
  ['acme', null],
  ['acme/invoices/', null],
  ['/acme', 'must not start with / or contain //'],
  ['..', 'must not contain . or .. as a folder'],
  ['acme/..', 'must not contain . or .. as a folder'],
  ['ac me', "may only contain letters, digits and !_.*'()-/"],
])('the prefix %j is judged before it is saved', (prefix, problem) => {
  expect(keyPrefixProblem(prefix)).toBe(problem);
});

test('no store is asked for a key that leaves its place', () => {
  expect(() => checkedKey('acme/../other/x.pdf')).toThrow('An object key must not contain . or ..');
});
