import type { PdfRewrite } from '../file/rewrite.ts';
import { toTextString } from '../file/syntax.ts';
import { describeOutline, type OutlineItem, pruneOutline } from '../split/outline.ts';

/** A bookmark, in a list with the order of the document. It is below the last one before it that has a lower level. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly isOpen: boolean;
  /** Index of the page in the file. It is -1 if the file does not have the page. */
  readonly page: number;
  /** In points from the bottom of the page. */
  readonly y: number;
}

/** Deeper bookmarks are put on this level, because PDF readers have a maximum. */
const MAX_LEVELS = 50;

interface Item extends OutlineItem {
  readonly children: Item[];
}

/** Writes the bookmarks. @param pageIds the ids of all pages of the file @returns the id of their root, or null if there are none */
export function writeBookmarks(
  rewrite: PdfRewrite,
  bookmarks: readonly Bookmark[],
  pageIds: readonly number[],
): number | null {
  // Bookmarks below one whose page is left out move up.
  const items = pruneOutline(toTree(bookmarks, pageIds), (pageId) => pageId > 0);
  if (items.length === 0) return null;
  const { rootId, objects } = describeOutline(items, {
    reserve: () => rewrite.reserve(),
    toText: ({ place }) => `/Dest ${place}`,
  });
  for (const [id, text] of objects) rewrite.write(id, text);
  return rootId;
}

function toTree(bookmarks: readonly Bookmark[], pageIds: readonly number[]): Item[] {
  const roots: Item[] = [];
  let open: { readonly level: number; readonly item: Item }[] = [];
  for (const [id, { title, level, isOpen, page, y }] of bookmarks.entries()) {
    open = open.filter((one) => one.level < level).slice(0, MAX_LEVELS - 1);
    const pageId = pageIds[page] ?? 0;
    const item: Item = {
      id,
      title: toTextString(title),
      place: `[${pageId} 0 R /XYZ 0 ${y} 0]`,
      pageId,
      elementId: null,
      isOpen,
      children: [],
    };
    (open.at(-1)?.item.children ?? roots).push(item);
    open.push({ level, item });
  }
  return roots;
}
