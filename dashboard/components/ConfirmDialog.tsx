import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogButtons } from './DialogActions.tsx';
import { Problem } from './ErrorAlert.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What happens, to what, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb: `Revoke key`. */
  readonly confirmLabel: string;
  /** Does it; the dialog closes when it is done and shows why when it fails. */
  readonly onConfirm: () => Promise<unknown>;
  /** What has to be typed first, for what can never be undone. */
  readonly typedConfirmation?: string;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ opened, onClose, title, ...question }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Question {...question} onClose={onClose} />
    </Modal>
  );
}

type QuestionProps = Omit<ConfirmDialogProps, 'opened' | 'title'>;

/** Mounted with the dialog, so that each opening starts anew. */
function Question({ onClose, children, confirmLabel, onConfirm, typedConfirmation }: QuestionProps) {
  const [typed, setTyped] = useState('');
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setWorking(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (problem) {
      setError(problem);
      setWorking(false);
    }
  }

  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typedConfirmation !== undefined && (
          <TextInput
            label={`Type “${typedConfirmation}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {error !== null && <Problem error={error} />}
        <DialogButtons
          onCancel={onClose}
          submitLabel={confirmLabel}
          working={working}
          color="danger"
          disabled={typedConfirmation !== undefined && typed.trim() !== typedConfirmation}
        />
      </Stack>
    </form>
  );
}
