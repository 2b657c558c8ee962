import { FileInput, Loader, NativeSelect, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { randomText } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { Card } from '../../../components/Card.tsx';
import { useWorkspace } from '../../../session.ts';
import type { TableSummary } from './data-calls.ts';
import { DataFile, type OpenedTable } from './data-file.ts';
import { UnreadableFileError } from './data-table.ts';

interface FileStepProps {
  readonly opened: OpenedTable | null;
  /** It is null while there is no file that can be read. */
  readonly onRead: (opened: OpenedTable | null) => void;
}

export function FileStep({ opened, onRead }: FileStepProps) {
  const { maxBatchBytes: maxBytes, maxBatchRows: maxRows } = PLANS[useWorkspace().plan];
  const reading = useMutation({
    mutationFn: async ({ file, sheet }: { readonly file: DataFile; readonly sheet?: string }) => ({
      id: randomText(8),
      file,
      summary: await file.read(maxBytes, sheet),
    }),
    onSuccess: onRead,
  });
  const current = reading.variables?.file;
  useEffect(() => () => current?.close(), [current]);

  function choose(file: File | null) {
    onRead(null);
    reading.reset();
    if (file !== null) reading.mutate({ file: new DataFile(file) });
  }

  function chooseSheet(sheet: string) {
    if (current !== undefined) reading.mutate({ file: current, sheet });
  }

  return (
    <Card title="2. Data">
      <FileInput
        label="File"
        description={`CSV or XLSX with the names of the columns in the first line, a JSON array of objects, or NDJSON. At most ${maxRows.toLocaleString()} PDFs and ${maxBytes / 1_000_000} MB.`}
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.json,.ndjson,.jsonl"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        onChange={choose}
        error={reading.error && messageOf(reading.error)}
      />
      {opened !== null && opened.summary.sheets.length > 1 && (
        <NativeSelect
          mt="sm"
          label="Sheet"
          value={opened.summary.sheet ?? ''}
          onChange={({ currentTarget: { value } }) => chooseSheet(value)}
          data={[...opened.summary.sheets]}
        />
      )}
      <Text size="sm" mt="xs" component="div" role="status">
        {reading.isPending && <Loader size="xs" aria-label="Reading the file" />}
        {reading.data && summarize(reading.data.summary)}
      </Text>
    </Card>
  );
}

const messageOf = (error: Error): string =>
  error instanceof UnreadableFileError ? error.message : 'The file could not be read.';

function summarize({ records, columns }: TableSummary): string {
  const rows = records === 1 ? '1 row' : `${records.toLocaleString()} rows`;
  return `${rows} with ${columns.length === 1 ? '1 column' : `${columns.length} columns`}`;
}
