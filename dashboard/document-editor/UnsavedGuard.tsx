import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { hasErrorCode } from '../api/request-error.ts';
import { ErrorAlert } from '../components/ErrorAlert.tsx';

interface UnsavedGuardProps {
  readonly unsaved: boolean;
  readonly onSave: () => Promise<unknown>;
  /** The user edits a template, unless this says something else. */
  readonly what?: 'template' | 'partial';
}

/** Asks before unsaved changes are lost: in a dialog on navigation, and with the browser's prompt on closing. */
export function UnsavedGuard({ unsaved, onSave, what = 'template' }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?" size={540}>
      <LeaveOptions what={what} onSave={onSave} onLeave={() => proceed?.()} onStay={() => reset?.()} />
    </Modal>
  );
}

interface LeaveOptionsProps {
  readonly what: 'template' | 'partial';
  readonly onSave: () => Promise<unknown>;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

function LeaveOptions({ what, onSave, onLeave, onStay }: LeaveOptionsProps) {
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function saveAndLeave() {
    setSaving(true);
    setError(null);
    try {
      await onSave();
      onLeave();
    } catch (failure) {
      // Another dialog shows the conflict.
      if (hasErrorCode(failure, 'TEMPLATE_CHANGED')) return onStay();
      setError(failure);
      setSaving(false);
    }
  }

  return (
    <Stack>
      <Text size="sm">This {what} has unsaved changes. They will be lost if you leave.</Text>
      {error !== null && (
        <ErrorAlert error={error} title={`The ${what === 'template' ? 'draft' : what} was not saved`} />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button loading={saving} onClick={() => void saveAndLeave()}>
          {what === 'template' ? 'Save draft and leave' : 'Save and leave'}
        </Button>
      </Group>
    </Stack>
  );
}
