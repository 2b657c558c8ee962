import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

interface LoadingRowsProps {
  readonly rows?: number;
  /** About as tall as what will come, so that nothing jumps. */
  readonly heightPx?: number;
  /** What loads: `keys`. */
  readonly label?: string;
}

export function LoadingRows({ rows = 5, heightPx = 44, label = 'the page' }: LoadingRowsProps) {
  return (
    <Stack gap="xs" role="status" aria-busy="true">
      <VisuallyHidden>Loading {label}…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={heightPx} />
      ))}
    </Stack>
  );
}
