/** One page of a list. */
export interface Page<Entry> {
  readonly data: readonly Entry[];
  /** The `cursor` of the next page. It is null on the last page. */
  readonly nextCursor: string | null;
}

/** Loads all entries from the cursor of the query on, page by page. */
export async function* allPages<Entry, Query extends { readonly cursor?: string }>(
  query: Query,
  load: (query: Query) => Promise<Page<Entry>>,
): AsyncGenerator<Entry> {
  let next = query;
  for (;;) {
    const { data, nextCursor } = await load(next);
    yield* data;
    if (nextCursor === null) return;
    next = { ...query, cursor: nextCursor };
  }
}
