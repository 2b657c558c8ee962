import { describe, expect, test } from 'vitest';
import {
  chosenText,
  findBrokenSample,
  findNameProblem,
  isWithoutSamples,
  toSampleDrafts,
  toSampleSets,
  withChosenFirst,
  withCopy,
  withName,
  withoutChosen,
  withText,
} from '../../../../dashboard/pages/templates/samples.ts';

const [short, long, empty] = [
  { name: 'Short', text: '{"total":1}' },
  { name: 'Long', text: '{"total":2}' },
  { name: 'Empty', text: '{}' },
];
const before = { samples: [short, long, empty], chosenSample: 1 };

describe('the sets of sample data in the editor', () => {
  test('begin with an empty one if the template has none', () => {
    expect(toSampleDrafts([])).toEqual([{ name: 'Sample', text: '{}' }]);
  });

  test('are saved with their names, in their order', () => {
    expect(toSampleSets(before.samples)).toEqual([
      { name: 'Short', data: { total: 1 } },
      { name: 'Long', data: { total: 2 } },
      { name: 'Empty', data: {} },
    ]);
  });

  test('are not saved while the JSON of one is not valid', () => {
    const samples = [short, { name: 'Long', text: '{"total":' }];
    expect(toSampleSets(samples)).toBeNull();
    expect(findBrokenSample(samples)).toBe(1);
    expect(findBrokenSample(before.samples)).toBe(-1);
  });

  test('change one by one', () => {
    expect(withText(before, '{"total":3}').samples).toEqual([
      short,
      { name: 'Long', text: '{"total":3}' },
      empty,
    ]);
    expect(withName(before, 'Lang').samples).toEqual([short, { name: 'Lang', text: '{"total":2}' }, empty]);
  });

  test('get a new one, which has the fields of the chosen one and is chosen', () => {
    const after = withCopy(before, 'German');
    expect(after.samples).toEqual([short, long, empty, { name: 'German', text: '{"total":2}' }]);
    expect(chosenText(after)).toBe('{"total":2}');
    expect(after.chosenSample).toBe(3);
  });

  test('lose the chosen one, and the default is chosen', () => {
    expect(withoutChosen(before)).toEqual({ samples: [short, empty], chosenSample: 0 });
  });

  test('get another default', () => {
    expect(withChosenFirst(before)).toEqual({ samples: [long, short, empty], chosenSample: 0 });
  });

  test('have names of their own', () => {
    expect(findNameProblem(before.samples, ' Long ')).toBe('Another set of this template has this name.');
    expect(findNameProblem(before.samples, 'German')).toBeNull();
  });

  test('are none if no set has a value', () => {
    expect(isWithoutSamples([empty, empty])).toBe(true);
    expect(isWithoutSamples(before.samples)).toBe(false);
    expect(isWithoutSamples([{ name: 'Broken', text: '{' }])).toBe(false);
  });
});
