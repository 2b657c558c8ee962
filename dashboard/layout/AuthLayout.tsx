import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { ColorSchemeMenu } from './ColorSchemeMenu.tsx';
import { Logo } from './Logo.tsx';
import classes from './AuthLayout.module.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

export function AuthLayout({ title, description, children }: AuthLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Logo size={26} />
          Platen
        </span>
        <ColorSchemeMenu />
      </header>
      <main className={classes.main}>
        <Paper withBorder radius="md" className={classes.sheet}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mt={6} component="div">
              {description}
            </Text>
          )}
          <div className={classes.content}>{children}</div>
        </Paper>
      </main>
    </div>
  );
}
