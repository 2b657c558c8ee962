import type { Bookmark, PrintJob } from '@platen/pdf';
import type { Bookmark as MarkedBookmark } from '../in-page/paged-messages.ts';
import { MM_PER_POINT } from '../print/units.ts';

/**
 * Returns the bookmarks with their places in the PDF. Chromium writes places
 * without the margins of the page. Those of the document are not known, so with them, a bookmark leads to a place that is higher by the margin.
 */
export function toBookmarks(job: PrintJob, marked: readonly MarkedBookmark[]): Bookmark[] {
  return marked.map((bookmark) => ({ ...bookmark, y: toHeight(job, bookmark.y) }));
}

/** @param y in points from the bottom of the page, but without its margins */
export function toHeight({ contentMargin, preferCssPageSize, documentMargin }: PrintJob, y: number): number {
  const topMm = preferCssPageSize || documentMargin === true ? 0 : contentMargin.topMm;
  return Math.max(0, Math.round((y - topMm / MM_PER_POINT) * 100) / 100);
}
