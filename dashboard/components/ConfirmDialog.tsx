import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogActions } from './DialogActions.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** The label of the button that closes the dialog. */
  readonly cancelLabel?: string;
  /** The dialog closes when the promise resolves, and shows the error when it rejects. */
  readonly onConfirm: () => Promise<unknown>;
  /** Text that the user must type to confirm. */
  readonly typedConfirmation?: string;
}

export function ConfirmDialog({ opened, onClose, title, ...confirmation }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Confirmation {...confirmation} onClose={onClose} />
    </Modal>
  );
}

type ConfirmationProps = Omit<ConfirmDialogProps, 'opened' | 'title'>;

/** Mounted with the dialog, so its state resets each time the dialog opens. */
function Confirmation({
  onClose,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  typedConfirmation,
}: ConfirmationProps) {
  const [typed, setTyped] = useState('');
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setSubmitting(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
      setSubmitting(false);
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
        {error !== null && <ErrorAlert error={error} />}
        <DialogActions
          onCancel={onClose}
          cancelLabel={cancelLabel}
          submitLabel={confirmLabel}
          submitting={submitting}
          color="danger"
          disabled={typedConfirmation !== undefined && typed.trim() !== typedConfirmation}
        />
      </Stack>
    </form>
  );
}
