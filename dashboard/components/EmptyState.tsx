import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../icons/tabler.generated.ts';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Shown instead of an empty list. Says what the list will contain and how to add to it. */
export function EmptyState({ icon: Symbol, title, children, action }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} align="center" gap="xs">
      <span className={classes.symbol}>
        <Symbol size={26} stroke={1.5} aria-hidden />
      </span>
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" size="sm" ta="center" maw="46ch" component="div">
        {children}
      </Text>
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}
