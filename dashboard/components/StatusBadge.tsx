import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

interface StatusProps {
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  readonly children: ReactNode;
}

/** A state in a word, with a dot of its colour: the word alone says it too. */
export function Status({ tone, children }: StatusProps) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  );
}
