import { expect, test } from 'vitest';
import { differences } from '../../../labs/e-invoice/differences.ts';

test('the differences of two tables are named with their place', () => {
  const before = {
    addresses: '0002 0007 0244',
    vat: 'AE E',
    types: { Note: { least: 0, most: 1 }, Old: {} },
  };
  const after = {
    addresses: '0002 0007 0245',
    vat: 'E AE',
    types: { Note: { least: 0, most: 2 } },
    new: 'A',
  };
  expect(differences(before, after, 'T')).toEqual([
    'T.addresses: + 0245',
    'T.addresses: - 0244',
    'T.types.Note.most: 1 is now 2',
    'T.types.Old: - {}',
    'T.new: + "A"',
  ]);
  expect(differences(before, structuredClone(before), 'T')).toEqual([]);
});
