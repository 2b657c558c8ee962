import { Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SettingsGroupProps {
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
}

export function SettingsGroup({ title, description, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <Stack gap="sm" role="group" aria-labelledby={id}>
      <div>
        <Text id={id} fw={600} size="sm">
          {title}
        </Text>
        {description && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
