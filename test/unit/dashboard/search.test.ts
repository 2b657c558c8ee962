import { expect, test } from 'vitest';
import { findById, findResults, type SearchResult } from '../../../dashboard/search/find-results.ts';

const page = (label: string): SearchResult => ({ id: label, group: 'Pages', label, to: label });
const template = (label: string, id: string): SearchResult => ({
  id,
  group: 'Templates',
  label,
  detail: id,
  to: `templates/${id}`,
});

const ALL = [
  page('Templates'),
  page('Audit trail'),
  template('Old invoice', 'tpl_a'),
  template('Invoice', 'tpl_B'),
  template('Reinvoiced', 'tpl_c'),
];

const labels = (text: string) => findResults(ALL, text).map(({ label }) => label);

test('without a text, the pages are listed', () => {
  expect(labels('')).toEqual(['Templates', 'Audit trail']);
});

test('a name that starts with the text is before one that has it in a word, whatever the case', () => {
  expect(labels('INV')).toEqual(['Invoice', 'Old invoice', 'Reinvoiced']);
  expect(labels('trail')).toEqual(['Audit trail']);
});

test('a part of an id finds its thing', () => {
  expect(labels('tpl_b')).toEqual(['Invoice']);
  expect(labels('tpl_z')).toEqual([]);
});

const wholeId = (kind: string): string => `${kind}_${'a'.repeat(22)}`;

test.each([
  [wholeId('tpl'), `templates/${wholeId('tpl')}`, undefined],
  [wholeId('batch'), `batches/${wholeId('batch')}`, undefined],
  [wholeId('file'), 'files', { file: wholeId('file') }],
  [wholeId('job'), 'jobs', { job: wholeId('job') }],
])('the whole id %s leads to its page', (id, to, search) => {
  const found = findById(id, []);
  expect(found.map((result) => [result.to, result.search])).toEqual([[to, search]]);
  expect(findById(id, found)).toEqual([]);
  expect(findById(id.slice(1), [])).toEqual([]);
});

test('a group shows its five best', () => {
  const many = Array.from({ length: 9 }, (_, at) => template(`Letter ${at}`, `tpl_${at}`));
  expect(findResults([...many, page('Letters')], 'letter')).toHaveLength(6);
});
