import { UnstyledButton } from '@mantine/core';
import type { Job } from '../../../schema/api/jobs.ts';
import { DimmedText } from '../../components/DimmedText.tsx';
import { OpenButton } from '../../components/OpenButton.tsx';
import type { ListedFile } from './FileDrawer.tsx';
import classes from './FilesPage.module.css';

export type PrintError = NonNullable<Job['error']>;

interface PrintResultProps {
  /** A job, or a row of a batch. */
  readonly result: Pick<Job, 'file' | 'fileId' | 'error'>;
  readonly onOpen: (file: ListedFile) => void;
  readonly onExplain: (error: PrintError) => void;
}

/** The file, or why there is none. */
export function PrintResult({ result: { file, fileId, error }, onOpen, onExplain }: PrintResultProps) {
  if (file !== null) return <OpenButton onClick={() => onOpen(file)}>{file.filename}</OpenButton>;
  if (fileId !== null) return <DimmedText>File deleted</DimmedText>;
  if (error === null) return <DimmedText>None</DimmedText>;
  return (
    <>
      <UnstyledButton className={classes.code} onClick={() => onExplain(error)}>
        {error.code}
      </UnstyledButton>
      <div className={classes.message}>{explain(error)}</div>
    </>
  );
}

/** The details of other errors have several lines. */
const explain = ({ code, message, details = [] }: PrintError): string =>
  code === 'VALIDATION_ERROR' && details.length > 0 ? details.join('; ') : message;
