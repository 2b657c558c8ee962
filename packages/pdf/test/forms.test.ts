import { describe, expect, test } from 'vitest';
import { FieldNames } from '../forms/field-names.ts';
import { encodeText, widthOfCodes, wrapLine } from '../forms/standard-font.ts';
import { MAX_MERGED_FIELDS, MergedForm } from '../merge/merged-form.ts';

const textOf = (codes: readonly number[]): string => String.fromCharCode(...codes);

describe('a standard font', () => {
  test('has the characters of WinAnsi', () => {
    expect(encodeText('Aé€„Ž')).toEqual({ codes: [65, 233, 128, 132, 142], isWhole: true });
    expect(encodeText('e\u{301}')).toEqual({ codes: [233], isWhole: true });
    expect(encodeText('東ł')).toEqual({ codes: [63, 63], isWhole: false });
  });

  test('has widths for each of them', () => {
    expect(widthOfCodes('Helv', encodeText('Wi€ÿ').codes)).toBe(944 + 222 + 556 + 500);
    expect(widthOfCodes('Cour', encodeText('Wi').codes)).toBe(1200);
  });

  test('is wrapped at spaces, and in a word that is too long', () => {
    const wrap = (text: string, width: number) => wrapLine('Cour', encodeText(text).codes, width).map(textOf);
    expect(wrap('one two three', 600 * 7)).toEqual(['one two ', 'three']);
    expect(wrap('abcdefgh', 600 * 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrap('', 10)).toEqual(['']);
    expect(wrap('abc', 0)).toEqual(['a', 'b', 'c']);
  });
});

describe('names of fields', () => {
  const namesOf = (names: readonly string[]) => {
    let next = 100;
    const tree = new FieldNames(() => (next += 1));
    const partial = names.map((name, index) => tree.add(name, index).partialName);
    return { partial, tree };
  };

  test.each([
    [
      ['a', 'a', 'a'],
      ['a', 'a-2', 'a-3'],
    ],
    [
      ['a-2', 'a', 'a'],
      ['a-2', 'a', 'a-3'],
    ],
    [
      ['x.y', 'x.y', 'x.z'],
      ['y', 'y-2', 'z'],
    ],
    [
      ['x', 'x.y', 'x.y'],
      ['x', 'x-y', 'x-y-2'],
    ],
    [
      ['x.y', 'x'],
      ['y', 'x-2'],
    ],
    [
      ['', '.', '..'],
      ['field', 'field-2', 'field-3'],
    ],
    [['.a.'], ['a']],
    [['a.b.c.d.e.f.g.h.i'], ['a-b-c-d-e-f-g-h-i']],
  ])('%j are %j', (names, partial) => {
    expect(namesOf(names).partial).toEqual(partial);
  });

  test('with a period are a tree', () => {
    const { tree } = namesOf(['a.b', 'a.c', 'd']);
    expect(tree.topIds).toEqual([101, 2]);
    expect(tree.groups).toEqual([{ id: 101, partialName: 'a', parentId: null, kids: [0, 1] }]);
  });
});

test('a merged file has a number of fields at most', () => {
  const form = new MergedForm();
  const fieldIds = Array.from({ length: MAX_MERGED_FIELDS / 2 }, (_, id) => id);
  const names = new Map(fieldIds.map((id) => [id, `f${id % 2}`]));
  const file = { id: null, entries: new Map(), fieldIds, names };
  expect(form.claimNames(file).get(2)).toBe('f0-2');
  form.add(fieldIds, new Map());
  form.claimNames(file);
  form.add(fieldIds, new Map());
  expect(() => form.claimNames(file)).toThrow('more than 200,000 fields');
});
