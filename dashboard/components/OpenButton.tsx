import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './OpenButton.module.css';

interface OpenButtonProps {
  readonly onClick: () => void;
  /** For the focus. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** The first cell of a row, which opens the row's item. */
export const OpenButton = (props: OpenButtonProps) => <UnstyledButton className={classes.open} {...props} />;
