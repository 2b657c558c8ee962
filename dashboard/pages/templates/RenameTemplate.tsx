import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { hasErrorCode } from '../../api/request-error.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import type { Editing } from './use-draft.ts';

interface RenameTemplateProps {
  readonly editing: Editing;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function RenameTemplate({ opened, onClose, ...rest }: RenameTemplateProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rename template">
      <RenameForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function RenameForm({ editing, onClose }: Omit<RenameTemplateProps, 'opened'>) {
  const { template } = editing;
  const [name, setName] = useState(template.name);
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const nameTaken = hasErrorCode(error, 'TEMPLATE_NAME_TAKEN');

  async function rename(event: FormEvent) {
    event.preventDefault();
    setSubmitting(true);
    setError(null);
    try {
      await editing.update({ name: name.trim() });
      onClose();
    } catch (failure) {
      // Another dialog shows the conflict.
      if (hasErrorCode(failure, 'TEMPLATE_CHANGED')) return onClose();
      setError(failure);
      setSubmitting(false);
    }
  }

  return (
    <form onSubmit={(event) => void rename(event)}>
      <Stack>
        <TextInput
          label="Name"
          description="The ID stays the same, so API requests keep working."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameTaken && 'Another template in this workspace has this name.'}
          maxLength={100}
          required
          data-autofocus
        />
        {error !== null && !nameTaken && <ErrorAlert error={error} title="The template was not renamed" />}
        <DialogActions
          onCancel={onClose}
          submitLabel="Rename"
          submitting={submitting}
          disabled={name.trim() === ''}
        />
      </Stack>
    </form>
  );
}
