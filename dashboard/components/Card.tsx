import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface SurfaceProps {
  readonly title?: string;
  readonly description?: ReactNode;
  /** `flush` lets a table reach the edges. */
  readonly padding?: 'normal' | 'flush';
  readonly children: ReactNode;
}

/** A sheet on the page: one section of it, with its heading. */
export function Surface({ title, description, padding = 'normal', children }: SurfaceProps) {
  return (
    <section className={classes.surface} data-padding={padding} aria-label={title}>
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
