import { describe, expect, test } from 'vitest';
import {
  findProblems,
  moveEntry,
  sortEntries,
  toEntries,
} from '../../../dashboard/pages/files/merge/merge-entries.ts';
import { formatWait } from '../../../dashboard/format-duration.ts';
import { selectThrough } from '../../../dashboard/pages/files/selection/select-through.ts';
import { describeProblem, toSplitMode } from '../../../dashboard/pages/files/split/split-way.ts';
import type { KeptFile } from '../../../schema/api/files.ts';

const file = (name: string, minute: number): KeptFile => ({
  fileId: `file_${name}`,
  url: '',
  signedUrl: '',
  filename: `${name}.pdf`,
  mediaType: 'application/pdf',
  size: 1,
  expiresAt: '',
  storageProvider: 'firebase',
  processingTimeMs: 1,
  generationMethod: 'html',
  templateUsed: null,
  environment: 'live',
  createdAt: `2026-11-20T10:${minute}:00.000Z`,
  retainedUntil: '',
});

const FILES = [file('invoice-10', 12), file('invoice-9', 11), file('cover', 13)];
const namesOf = (entries: ReturnType<typeof toEntries>) => entries.map(({ file: { filename } }) => filename);

describe('the order of a merge', () => {
  const entries = toEntries(FILES);

  test('is changed one place at a time, within the list', () => {
    expect(namesOf(moveEntry(entries, 2, 1))).toEqual(['invoice-10.pdf', 'cover.pdf', 'invoice-9.pdf']);
    expect(moveEntry(entries, 0, -1)).toBe(entries);
    expect(moveEntry(entries, 2, 3)).toBe(entries);
  });

  test('is that of names, with their numbers, or of times', () => {
    expect(namesOf(sortEntries(entries, 'name'))).toEqual(['cover.pdf', 'invoice-9.pdf', 'invoice-10.pdf']);
    expect(namesOf(sortEntries(entries, 'oldest'))).toEqual(['invoice-9.pdf', 'invoice-10.pdf', 'cover.pdf']);
    expect(namesOf(sortEntries(entries, 'newest'))[0]).toBe('cover.pdf');
  });

  test('says which file has a problem', () => {
    const problems = { 'entries[1].fileId': 'is encrypted', 'entries[7].fileId': 'x', filename: 'x' };
    expect([...findProblems(entries, problems)]).toEqual([['file_invoice-9', 'is encrypted']]);
  });
});

test('a click with the shift key selects the files in between, in both directions', () => {
  const [first, second, third] = FILES;
  if (!first || !second || !third) throw new Error('no files');
  expect(selectThrough(FILES, first, third)).toEqual(FILES);
  expect(selectThrough(FILES, third, second)).toEqual([second, third]);
  expect(selectThrough(FILES, null, second)).toEqual([second]);
  expect(selectThrough(FILES, file('not shown', 1), second)).toEqual([second]);
});

describe('a way to split', () => {
  const ranges = { kind: 'ranges', ranges: ' 1-2\n\n5 ', everyPages: 2 } as const;

  test('becomes the fields of the request', () => {
    expect(toSplitMode(ranges)).toEqual({ ranges: ['1-2', '5'] });
    expect(toSplitMode({ ...ranges, ranges: '\n ' })).toEqual({});
    expect(toSplitMode({ ...ranges, kind: 'everyPages' })).toEqual({ everyPages: 2 });
    expect(toSplitMode({ ...ranges, kind: 'everyPages', everyPages: '' })).toEqual({});
    expect(toSplitMode({ ...ranges, kind: 'bookmarks' })).toEqual({ bookmarks: true });
  });

  test('has its problems at the line, or at the field', () => {
    expect(describeProblem(ranges, { 'ranges[1]': 'is past the end' })).toBe('Line 3: is past the end');
    expect(describeProblem({ ...ranges, kind: 'everyPages' }, { everyPages: 'makes 200 files' })).toBe(
      'Makes 200 files',
    );
    expect(describeProblem({ ...ranges, kind: 'bookmarks' }, { 'ranges[1]': 'is past the end' })).toBeNull();
    expect(describeProblem(ranges, { fileId: 'does not exist' })).toBeNull();
  });
});

test('a wait is given in a unit that one can read', () => {
  expect([1, 119, 120, 7_199, 7_200, 777_600].map(formatWait)).toEqual([
    '1 second',
    '119 seconds',
    '2 minutes',
    '120 minutes',
    '2 hours',
    '9 days',
  ]);
});
