import type { ListPage } from './console-client.ts';

/** While an entry of the list is about to change. */
const OPEN_MS = 2_000;

/** Otherwise, for entries that are new. */
const IDLE_MS = 15_000;

/**
 * After how many milliseconds a list is loaded again, or false for never. Each page is a request, so more pages are
 * loaded less often.
 */
export const refreshInterval =
  <Item>(isOpen: (item: Item) => boolean) =>
  (pages: readonly ListPage<Item>[]): number | false => {
    const isSomeOpen = pages.some(({ data }) => data.some(isOpen));
    return pages.length > 0 && (isSomeOpen ? OPEN_MS : IDLE_MS) * pages.length;
  };
