import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  readonly children: ReactNode;
}

/** A status with a coloured dot. The text alone must say it too. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  );
}
