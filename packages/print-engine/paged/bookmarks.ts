import type { Bookmark, NamedPlace, PrintJob } from '@platen/pdf';
import type { Bookmark as MarkedBookmark } from '../in-page/paged-messages.ts';
import { MM_PER_POINT } from '../print/units.ts';

/**
 * Returns the bookmarks with the places of their elements. A bookmark is left out if its element is on no page. Chromium writes places
 * without the margins of the page. Those of the document are not known, so with them, a bookmark leads to a place that is higher by the margin.
 */
export function toBookmarks(
  { contentMargin, preferCssPageSize, documentMargin }: PrintJob,
  marked: readonly MarkedBookmark[],
  named: ReadonlyMap<string, NamedPlace>,
): Bookmark[] {
  const topMm = preferCssPageSize || documentMargin === true ? 0 : contentMargin.topMm;
  return marked.flatMap(({ fragment, ...bookmark }) => {
    const place = named.get(fragment);
    if (place === undefined) return [];
    const y = Math.max(0, Math.round((place.y - topMm / MM_PER_POINT) * 100) / 100);
    return [{ ...bookmark, page: place.page, y }];
  });
}
