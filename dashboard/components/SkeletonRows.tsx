import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

interface SkeletonRowsProps {
  readonly rows?: number;
  /** Match the height of the content, so that the layout does not shift. */
  readonly heightPx?: number;
  readonly label?: string;
}

export function SkeletonRows({ rows = 5, heightPx = 44, label = 'the page' }: SkeletonRowsProps) {
  return (
    <Stack gap="xs" role="status" aria-busy="true">
      <VisuallyHidden>Loading {label}…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={heightPx} />
      ))}
    </Stack>
  );
}
