import { Text } from '@mantine/core';

/** For empty values in a table: `Never`, `None`. */
export const DimmedText = ({ children }: { readonly children: string }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);
