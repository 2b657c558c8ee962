import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Names and values: the children are `dt` and `dd`. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={classes.facts}>{children}</dl>
);
