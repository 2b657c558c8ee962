import { FileInput, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PLANS } from '../../../../schema/plans.ts';
import { Card } from '../../../components/Card.tsx';
import { useWorkspace } from '../../../session.ts';
import { type DataTable, UnreadableFileError } from './data-table.ts';
import { readFile } from './read-file.ts';

interface FileStepProps {
  /** Null while there is no file that can be read. */
  readonly onRead: (table: DataTable | null) => void;
}

export function FileStep({ onRead }: FileStepProps) {
  const { maxBatchBytes: maxBytes, maxBatchRows: maxRows } = PLANS[useWorkspace().plan];
  const reading = useMutation({
    mutationFn: (file: File) => readFile(file, { maxBytes, maxRows }),
    onSuccess: onRead,
  });

  function read(file: File | null) {
    onRead(null);
    reading.reset();
    if (file !== null) reading.mutate(file);
  }

  return (
    <Card title="2. Data">
      <FileInput
        label="File"
        description={`CSV with the names of the columns in the first line, a JSON array of objects, or NDJSON. At most ${maxRows.toLocaleString()} rows and ${maxBytes / 1_000_000} MB.`}
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        onChange={read}
        error={reading.error && messageOf(reading.error)}
      />
      <Text size="sm" mt="xs" component="div" role="status">
        {reading.isPending && <Loader size="xs" aria-label="Reading the file" />}
        {reading.data && summarize(reading.data)}
      </Text>
    </Card>
  );
}

const messageOf = (error: Error): string =>
  error instanceof UnreadableFileError ? error.message : 'The file could not be read.';

function summarize({ records, columns }: DataTable): string {
  const rows = records.length === 1 ? '1 row' : `${records.length.toLocaleString()} rows`;
  return `${rows} with ${columns.length === 1 ? '1 column' : `${columns.length} columns`}`;
}
