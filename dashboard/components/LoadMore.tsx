import { Button, Center, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ErrorAlert } from './ErrorAlert.tsx';

interface LoadMoreProps {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
  >;
  readonly shown: string;
  readonly label: string;
}

/** The end of a paged list: how much is shown, and a button that loads the next page. */
export function LoadMore({ query, shown, label }: LoadMoreProps) {
  return (
    <>
      {query.isFetchNextPageError && <ErrorAlert error={query.error} title="Could not load more" />}
      <Center mt="md" style={{ flexDirection: 'column', gap: 8 }}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {shown}
        </Text>
        {query.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {label}
          </Button>
        )}
      </Center>
    </>
  );
}
