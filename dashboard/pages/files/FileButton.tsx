import { UnstyledButton } from '@mantine/core';
import classes from './FilesPage.module.css';

interface FileButtonProps {
  readonly filename: string;
  readonly onClick: () => void;
}

/** The name of a file, which opens it. */
export const FileButton = ({ filename, onClick }: FileButtonProps) => (
  <UnstyledButton className={classes.open} onClick={onClick}>
    {filename}
  </UnstyledButton>
);
