import { UnstyledButton } from '@mantine/core';
import classes from './FilesPage.module.css';

interface FileButtonProps {
  readonly filename: string;
  readonly onClick: () => void;
  /** For the focus. */
  readonly id?: string;
}

/** The name of a file, which opens it. */
export const FileButton = ({ filename, onClick, id }: FileButtonProps) => (
  <UnstyledButton id={id} className={classes.open} onClick={onClick}>
    {filename}
  </UnstyledButton>
);
