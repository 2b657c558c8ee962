import { Text } from '@mantine/core';

/** A value of a table that says little: `Never`, `None`. */
export const Quiet = ({ children }: { readonly children: string }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);
