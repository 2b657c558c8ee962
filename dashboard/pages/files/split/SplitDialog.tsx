import { Modal, NumberInput, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeptFile } from '../../../../schema/api/files.ts';
import type { MadeFiles, SplitPlan } from '../../../../schema/console/files.ts';
import { consoleApi, readData } from '../../../api/console-client.ts';
import { RequestError } from '../../../api/request-error.ts';
import { DialogActions } from '../../../components/DialogActions.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { describeRest, useAssembly } from '../use-assembly.ts';
import { describeProblem, type SplitWay, toSplitMode } from './split-way.ts';
import { SplitSummary } from './SplitSummary.tsx';
import { useSplitPlan } from './use-split-plan.ts';

interface SplitDialogProps {
  readonly opened: boolean;
  readonly file: KeptFile | null;
  readonly onClose: () => void;
  readonly onMade: (made: MadeFiles) => void;
}

export function SplitDialog({ opened, file, onClose, onMade }: SplitDialogProps) {
  const [running, setRunning] = useState(false);
  // Keep the content while the dialog closes.
  const [shown, setShown] = useState(file);
  if (opened && file !== shown) setShown(file);
  return (
    <Modal
      opened={opened}
      // The credits may be spent already, so the dialog stays until the answer.
      onClose={() => running || onClose()}
      title={`Split ${shown?.filename}`}
      size="lg"
    >
      {shown !== null && <SplitForm file={shown} onClose={onClose} onMade={onMade} onRunning={setRunning} />}
    </Modal>
  );
}

interface SplitFormProps {
  readonly file: KeptFile;
  readonly onClose: () => void;
  readonly onMade: (made: MadeFiles) => void;
  readonly onRunning: (running: boolean) => void;
}

const WAYS: { readonly value: SplitWay['kind']; readonly label: string }[] = [
  { value: 'ranges', label: 'Ranges' },
  { value: 'everyPages', label: 'Page count' },
  { value: 'bookmarks', label: 'Bookmarks' },
];

/** Mounted with the dialog, so its state resets each time the dialog opens. */
function SplitForm({ file, onClose, onMade, onRunning }: SplitFormProps) {
  const [way, setWay] = useState<SplitWay>({ kind: 'ranges', ranges: '', everyPages: 1 });
  const [filename, setFilename] = useState(file.filename.replace(/\.pdf$/, ''));
  const plan = useSplitPlan(file.fileId, way);
  const split = useSplit({ file, way, filename }, onMade);
  const error = split.error ?? plan.error;
  const fields = error instanceof RequestError ? error.fields : {};
  const problem = describeProblem(way, fields);
  const isShown = problem !== null || 'filename' in fields;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRunning(true);
        split.mutate(undefined, { onSettled: () => onRunning(false) });
      }}
    >
      <Stack>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="How to split"
          data={WAYS}
          value={way.kind}
          onChange={(kind) => {
            setWay({ ...way, kind });
            split.reset();
          }}
        />
        <WayFields
          way={way}
          plan={plan.known}
          problem={problem}
          onChange={(changed) => {
            setWay(changed);
            split.reset();
          }}
        />
        <TextInput
          label="Name"
          description="“-1.pdf”, “-2.pdf” and so on are added."
          required
          maxLength={255}
          value={filename}
          error={fields.filename}
          onChange={({ currentTarget }) => setFilename(currentTarget.value)}
        />
        {error && !isShown && <ErrorAlert error={error} title={`${file.filename} cannot be split`} />}
        <SplitSummary excerpts={plan.excerpts} />
        <DialogActions
          onCancel={onClose}
          submitLabel="Split"
          submitting={split.isPending}
          disabled={plan.excerpts.length === 0}
        />
      </Stack>
    </form>
  );
}

interface WayFieldsProps {
  readonly way: SplitWay;
  /** It is null until it is loaded. */
  readonly plan: SplitPlan | null;
  readonly problem: string | null;
  readonly onChange: (way: SplitWay) => void;
}

function WayFields({ way, plan, problem, onChange }: WayFieldsProps) {
  const pages = plan === null ? '' : ` The PDF has ${countOf(plan.pageCount, 'page')}.`;
  if (way.kind === 'ranges') {
    return (
      <Textarea
        label="Pages of each file"
        description={`One line for each file, such as 1-3 or 4,6-8.${pages}`}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        spellCheck={false}
        value={way.ranges}
        error={problem}
        onChange={({ currentTarget }) => onChange({ ...way, ranges: currentTarget.value })}
      />
    );
  }
  if (way.kind === 'everyPages') {
    return (
      <NumberInput
        label="Pages in each file"
        description={`The last file may have fewer.${pages}`}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        value={way.everyPages}
        error={problem}
        onChange={(value) => onChange({ ...way, everyPages: value === '' ? '' : Number(value) })}
      />
    );
  }
  return (
    <div>
      <Text size="sm">
        A file for each bookmark of the first level. Pages before the first bookmark make a file too.
      </Text>
      {plan !== null && (
        <Text size="sm" c={plan.bookmarkCount === 0 ? 'var(--mantine-color-error)' : undefined} role="status">
          The PDF has {plan.bookmarkCount === 0 ? 'no bookmarks' : countOf(plan.bookmarkCount, 'bookmark')}.
        </Text>
      )}
    </div>
  );
}

const countOf = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count.toLocaleString()} ${noun}s`;

interface SplitInput {
  readonly file: KeptFile;
  readonly way: SplitWay;
  readonly filename: string;
}

const useSplit = ({ file, way, filename }: SplitInput, onDone: (made: MadeFiles) => void) =>
  useAssembly({
    body: { fileId: file.fileId, ...toSplitMode(way), filename },
    send: (request) => readData(consoleApi.POST('/console/workspaces/{ws}/files/split', request)),
    onDone,
    describe: ({ files, remaining }) =>
      `${files.length === 1 ? '1 file was made' : `${files.length} files were made`}. ${describeRest(remaining)}`,
  });
