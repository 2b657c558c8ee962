import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadMore } from './LoadMore.tsx';
import { QueryView } from './QueryView.tsx';

interface PagedListProps<Item> {
  readonly query: UseInfiniteQueryResult<Item[]>;
  /** The words for one item and for several: `['job', 'jobs']`. */
  readonly noun: readonly [one: string, many: string];
  /** Lists by time show older items next. The default is `more`. */
  readonly next?: 'older' | 'more';
  /** Shown instead of an empty list. */
  readonly empty?: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that loads page by page, from `usePagedQuery`. */
export function PagedList<Item>({
  query,
  noun: [one, many],
  next = 'more',
  empty,
  children,
}: PagedListProps<Item>) {
  return (
    <QueryView query={query} label={`the ${many}`}>
      {(items) =>
        items.length === 0 && empty !== undefined ? (
          empty
        ) : (
          <>
            {children(items)}
            <LoadMore
              query={query}
              shown={items.length === 1 ? `1 ${one} shown` : `${items.length} ${many} shown`}
              label={`Show ${next} ${many}`}
            />
          </>
        )
      }
    </QueryView>
  );
}
