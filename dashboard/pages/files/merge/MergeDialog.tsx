import { Checkbox, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeptFile } from '../../../../schema/api/files.ts';
import { MIN_MERGED } from '../../../../schema/assembling.ts';
import type { MadeFiles } from '../../../../schema/console/files.ts';
import { consoleApi, readData } from '../../../api/console-client.ts';
import { RequestError } from '../../../api/request-error.ts';
import { DialogActions } from '../../../components/DialogActions.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { CreditsLeft } from '../CreditsLeft.tsx';
import { describeRest, useAssembly } from '../use-assembly.ts';
import { type Entry, findProblems, toEntries } from './merge-entries.ts';
import { MergeOrder } from './MergeOrder.tsx';

interface MergeDialogProps {
  readonly opened: boolean;
  /** In the order in which they were selected. */
  readonly files: readonly KeptFile[];
  readonly onClose: () => void;
  readonly onMade: (made: MadeFiles) => void;
}

export function MergeDialog({ opened, onClose, ...form }: MergeDialogProps) {
  const [running, setRunning] = useState(false);
  return (
    <Modal
      opened={opened}
      // The credit may be spent already, so the dialog stays until the answer.
      onClose={() => running || onClose()}
      title="Merge PDFs"
      size="lg"
    >
      <MergeForm {...form} onClose={onClose} onRunning={setRunning} />
    </Modal>
  );
}

type MergeFormProps = Omit<MergeDialogProps, 'opened'> & {
  readonly onRunning: (running: boolean) => void;
};

/** Mounted with the dialog, so its state resets each time the dialog opens. */
function MergeForm({ files, onClose, onMade, onRunning }: MergeFormProps) {
  const [entries, setEntries] = useState<readonly Entry[]>(() => toEntries(files));
  const [filename, setFilename] = useState('merged');
  const [pageNumbers, setPageNumbers] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const merge = useMerge({ entries, filename, pageNumbers }, onMade);
  const fields = merge.error instanceof RequestError ? merge.error.fields : {};
  const isShown = 'filename' in fields || problems.size > 0;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRunning(true);
        setProblems(new Map());
        merge.mutate(undefined, {
          onError: (error) =>
            setProblems(findProblems(entries, error instanceof RequestError ? error.fields : {})),
          onSettled: () => onRunning(false),
        });
      }}
    >
      <Stack>
        <Text size="sm">
          The PDFs are put into one, in this order. Each has a bookmark. The files themselves stay as they
          are.
        </Text>
        <MergeOrder
          entries={entries}
          problems={problems}
          onChange={(changed) => {
            setEntries(changed);
            merge.reset();
          }}
        />
        <TextInput
          label="Name"
          description="“.pdf” is added."
          required
          maxLength={255}
          value={filename}
          error={fields.filename}
          onChange={({ currentTarget }) => setFilename(currentTarget.value)}
        />
        <Checkbox
          label="Number the pages"
          description="At the bottom of each page, such as “3 / 12”."
          checked={pageNumbers}
          onChange={({ currentTarget }) => setPageNumbers(currentTarget.checked)}
        />
        {merge.error && !isShown && <ErrorAlert error={merge.error} title="The PDFs were not merged" />}
        <Text size="sm">
          This costs 1 credit. <CreditsLeft />
        </Text>
        <DialogActions
          onCancel={onClose}
          submitLabel={`Merge ${entries.length} PDFs`}
          submitting={merge.isPending}
          disabled={entries.length < MIN_MERGED}
        />
      </Stack>
    </form>
  );
}

interface MergeInput {
  readonly entries: readonly Entry[];
  readonly filename: string;
  readonly pageNumbers: boolean;
}

const useMerge = ({ entries, filename, pageNumbers }: MergeInput, onDone: (made: MadeFiles) => void) =>
  useAssembly({
    body: {
      entries: entries.map(({ file: { fileId }, bookmark }) => ({
        fileId,
        ...(bookmark.trim() === '' ? {} : { bookmark: bookmark.trim() }),
      })),
      filename,
      pageNumbers,
    },
    send: (request) => readData(consoleApi.POST('/console/workspaces/{ws}/files/merge', request)),
    onDone,
    describe: ({ files, remaining }) => `${files[0]?.filename} was made. ${describeRest(remaining)}`,
  });
