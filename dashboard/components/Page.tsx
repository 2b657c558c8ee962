import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Page.module.css';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** `wide` uses the full width, for editors and viewers. */
  readonly width?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** On the first page, the focus stays where the browser puts it: at the top, before the skip link. */
let firstPath: string | null = null;
let hasNavigated = false;

/** Returns whether the user has opened another page. A page that is replaced when its data arrives does not count. */
function isNavigation(): boolean {
  firstPath ??= window.location.pathname;
  hasNavigated ||= window.location.pathname !== firstPath;
  return hasNavigated;
}

/** The frame of every page. Sets the document title, and moves the focus to the heading after a navigation. */
export function Page({ title, description, actions, width = 'normal', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  useEffect(() => {
    if (isNavigation()) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={classes.page} data-width={width}>
      <Group justify="space-between" align="flex-start" gap="md" mb="lg">
        <Stack gap={4} className={classes.heading}>
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" component="div" maw="70ch">
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}
