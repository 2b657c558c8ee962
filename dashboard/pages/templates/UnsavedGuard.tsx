import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { hasErrorCode } from '../../api/request-error.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';

interface UnsavedGuardProps {
  readonly unsaved: boolean;
  readonly onSave: () => Promise<unknown>;
}

/** Asks before unsaved changes are lost: in a dialog on navigation, and with the browser's prompt on closing. */
export function UnsavedGuard({ unsaved, onSave }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?" size={540}>
      <LeaveOptions onSave={onSave} onLeave={() => proceed?.()} onStay={() => reset?.()} />
    </Modal>
  );
}

interface LeaveOptionsProps {
  readonly onSave: () => Promise<unknown>;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

function LeaveOptions({ onSave, onLeave, onStay }: LeaveOptionsProps) {
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
      <Text size="sm">This template has unsaved changes. They will be lost if you leave.</Text>
      {error !== null && <ErrorAlert error={error} title="The draft was not saved" />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button loading={saving} onClick={() => void saveAndLeave()}>
          Save draft and leave
        </Button>
      </Group>
    </Stack>
  );
}
