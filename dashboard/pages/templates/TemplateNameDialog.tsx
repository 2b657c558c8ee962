import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { hasErrorCode } from '../../api/request-error.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';

interface TemplateNameDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly submitLabel: string;
  readonly errorTitle: string;
  /** The dialog closes when the promise resolves, and shows the error when it rejects. */
  readonly onSubmit: (name: string) => Promise<unknown>;
}

/** Asks for the name of a template. */
export function TemplateNameDialog({ opened, onClose, title, ...form }: TemplateNameDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <NameForm {...form} onClose={onClose} />
    </Modal>
  );
}

type NameFormProps = Omit<TemplateNameDialogProps, 'opened' | 'title'>;

function NameForm({ onClose, onSubmit, description, submitLabel, errorTitle, ...props }: NameFormProps) {
  const [name, setName] = useState(props.name);
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const nameTaken = hasErrorCode(error, 'TEMPLATE_NAME_TAKEN');

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitting(true);
    setError(null);
    try {
      await onSubmit(name.trim());
      onClose();
    } catch (failure) {
      // Another dialog shows the conflict.
      if (hasErrorCode(failure, 'TEMPLATE_CHANGED')) return onClose();
      setError(failure);
      setSubmitting(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label="Name"
          description={description}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameTaken && 'Another template in this workspace has this name.'}
          maxLength={100}
          required
          data-autofocus
        />
        {error !== null && !nameTaken && <ErrorAlert error={error} title={errorTitle} />}
        <DialogActions
          onCancel={onClose}
          submitLabel={submitLabel}
          submitting={submitting}
          disabled={name.trim() === ''}
        />
      </Stack>
    </form>
  );
}
