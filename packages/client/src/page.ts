/** One page of a list. */
export interface Page<Entry> {
  readonly data: readonly Entry[];
  /** For the next page. Null on the last one. */
  readonly nextCursor: string | null;
}

/** All entries from this cursor on. Loads page after page. */
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
