import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  /** `flush` for a table that reaches the edges. */
  readonly padding?: 'normal' | 'flush';
  readonly children: ReactNode;
}

export function Card({ title, description, padding = 'normal', children }: CardProps) {
  return (
    <section className={classes.card} data-padding={padding} aria-label={title}>
      {title && (
        <Stack gap={2} className={classes.heading}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
      )}
      {children}
    </section>
  );
}
