import type { Bookmark } from '../finish/bookmarks.ts';

/** A bookmark with those below it, as people write them. */
export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly page: number;
  readonly children: readonly OutlineEntry[];
}

/** @param tops the height of each page in points. A bookmark of a page that the file does not have is left out */
export function toBookmarks(entries: readonly OutlineEntry[], tops: readonly number[]): Bookmark[] {
  const bookmarks: Bookmark[] = [];
  const add = (level: readonly OutlineEntry[], depth: number): void => {
    for (const { title, page, children } of level) {
      const y = tops[page - 1];
      bookmarks.push({ title, level: depth, isOpen: true, page: y === undefined ? -1 : page - 1, y: y ?? 0 });
      add(children, depth + 1);
    }
  };
  add(entries, 1);
  return bookmarks;
}
