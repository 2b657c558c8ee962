import { Button, Center, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Problem } from './ErrorAlert.tsx';

interface ShowMoreProps {
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
  >;
  /** How many are shown, and of what: `50 files`. */
  readonly shown: string;
  readonly label: string;
}

/** The end of a list that comes in pages: the next page, and how much is there already. */
export function ShowMore({ query, shown, label }: ShowMoreProps) {
  return (
    <>
      {query.isFetchNextPageError && <Problem error={query.error} title="Could not load more" />}
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
