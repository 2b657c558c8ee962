import type { OutlineEntry } from '@platen/pdf';
import { isJsonObject } from '../../../schema/json-object.ts';
import type { BookmarkPlan } from '../../verbs/make/rework/merge-sources.ts';
import type { Fields } from './fields.ts';
import { BadValue } from './go-values.ts';

/** The same for each file, or by the names of files. */
type GivenBookmarks = readonly OutlineEntry[] | ReadonlyMap<string, readonly OutlineEntry[]>;

const MAX_BOOKMARKS = 5_000;
const MAX_LEVELS = 20;

export function readBookmarks(fields: Fields): GivenBookmarks | null {
  return fields.json('bookmarks', (value) => {
    const count = { left: MAX_BOOKMARKS };
    if (Array.isArray(value)) return toEntries(value, count);
    if (!isJsonObject(value)) throw new BadValue('unmarshal bookmarks: a list is expected');
    return new Map(Object.entries(value).map(([name, list]) => [name, toEntries(list, count)]));
  });
}

function toEntries(value: unknown, count: { left: number }, level = 0): OutlineEntry[] {
  if (!Array.isArray(value)) throw new BadValue('unmarshal bookmarks: a list is expected');
  count.left -= value.length;
  if (count.left < 0 || level > MAX_LEVELS)
    throw new BadValue(`there are more than ${MAX_BOOKMARKS} bookmarks, or more than ${MAX_LEVELS} levels`);
  return value.map((entry: unknown) => {
    const { title, page, children = [] } = isJsonObject(entry) ? entry : {};
    if (typeof title !== 'string' || typeof page !== 'number' || !Number.isInteger(page))
      throw new BadValue('unmarshal bookmarks: each needs a title and a page');
    return { title: title.slice(0, 1_000), page, children: toEntries(children ?? [], count, level + 1) };
  });
}

/** The bookmarks of one file. */
export const bookmarksOf = (given: GivenBookmarks, name: string): readonly OutlineEntry[] | null =>
  isList(given) ? given : (given.get(name) ?? null);

const isList = (given: GivenBookmarks): given is readonly OutlineEntry[] => Array.isArray(given);

export interface MergeBookmarks {
  readonly given: GivenBookmarks | null;
  /** Those of the files. */
  readonly ofFiles: boolean;
  /** One for each file, with its title. */
  readonly titles: boolean;
}

export function planBookmarks({ given, ofFiles, titles }: MergeBookmarks): BookmarkPlan {
  return ({ name, info, outline }, offset) => {
    if (given !== null && isList(given)) return offset === 0 ? given : [];
    const own = given === null ? [] : (bookmarksOf(given, name) ?? []);
    const chosen = own.length === 0 && (ofFiles || titles) ? outline : own;
    const shifted = chosen.map((entry) => shift(entry, offset));
    if (!titles) return shifted;
    const title = info.get('Title')?.trim() || name.replace(/\.pdf$/i, '');
    return [{ title, page: offset + 1, children: shifted }];
  };
}

const shift = ({ title, page, children }: OutlineEntry, offset: number): OutlineEntry => ({
  title,
  page: page + offset,
  children: children.map((child) => shift(child, offset)),
});

/** As Gotenberg writes them. */
export const describeOutline = (entries: readonly OutlineEntry[]): unknown[] =>
  entries.map(({ title, page, children }) => ({
    title,
    page,
    ...(children.length > 0 && { children: describeOutline(children) }),
  }));
