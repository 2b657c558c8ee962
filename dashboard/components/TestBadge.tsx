import { Badge } from '@mantine/core';

/** Marks what was made with a test key. */
export const TestBadge = () => (
  <Badge size="sm" variant="default" radius="sm" ml={8}>
    Test
  </Badge>
);
