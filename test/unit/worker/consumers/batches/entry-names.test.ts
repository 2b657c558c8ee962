import { expect, test } from 'vitest';
import { EntryNames } from '../../../../../worker/consumers/batches/output/entry-names.ts';

const nameAll = (...externalIds: string[]): string[] => {
  const names = new EntryNames();
  return externalIds.map((externalId) => names.next(externalId));
};

test('an entry has the name of its row', () => {
  expect(nameAll('A-17', 'Müller & Söhne', '請求書 1')).toEqual([
    'A-17.pdf',
    'Müller & Söhne.pdf',
    '請求書 1.pdf',
  ]);
  expect(nameAll('report.pdf', 'v1.2')).toEqual(['report.pdf', 'v1.2.pdf']);
});

test.each([
  ['../../etc/passwd', '-..-etc-passwd.pdf'],
  ['/absolute', '-absolute.pdf'],
  ['C:\\Windows\\x', 'C--Windows-x.pdf'],
  ['..', 'document.pdf'],
  ['.hidden', 'hidden.pdf'],
  ['   ', 'document.pdf'],
  ['a\u0000b\nc', 'a-b-c.pdf'],
  ['fdp\u202Etxe', 'fdptxe.pdf'],
  ['what? "now" <a|b>*', 'what- -now- -a-b--.pdf'],
  ['con', 'con-.pdf'],
  ['LPT1.txt', 'LPT1-.txt.pdf'],
  ['console', 'console.pdf'],
  ['ends with points...', 'ends with points.pdf'],
  ['\ud800', '\ufffd.pdf'],
])('%j is safe on every system as %j', (externalId, name) => {
  expect(nameAll(externalId)).toEqual([name]);
});

test('a long name is cut between characters, and has room for its number', () => {
  const names = nameAll(...Array.from({ length: 3 }, (_, index) => `${'🧾'.repeat(250)}${index}`));
  expect(new Set(names).size).toBe(3);
  for (const name of names) {
    expect(new TextEncoder().encode(name).byteLength).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^(?:🧾)+(?: \(\d\))?\.pdf$/u);
  }
});

test('each name is used once, also without upper and lower case', () => {
  expect(nameAll('a/b', 'a-b', 'A-B', 'a-b (2)', 'a\\b')).toEqual([
    'a-b.pdf',
    'a-b (2).pdf',
    'A-B (3).pdf',
    'a-b (2) (2).pdf',
    'a-b (4).pdf',
  ]);
  // The same letters, composed and not.
  expect(nameAll('\u00e9', 'e\u0301')).toEqual(['\u00e9.pdf', 'e\u0301 (2).pdf']);
});

test('10,000 rows whose names are the same get different names', () => {
  const names = nameAll(...Array.from({ length: 10_000 }, (_, index) => '/'.repeat((index % 255) + 1)));
  expect(new Set(names).size).toBe(10_000);
});
