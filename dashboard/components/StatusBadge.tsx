import type { ReactNode } from 'react';
import type { StatusLabel, Tone } from './status-label.ts';
import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  readonly tone: Tone;
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

/** The state of a job, a batch, a row or a delivery, on one line. */
export const StateBadge = ({ tone, label }: StatusLabel) => (
  <span className={classes.state}>
    <StatusBadge tone={tone}>{label}</StatusBadge>
  </span>
);
