import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';

interface UnsavedGuardProps {
  readonly unsaved: boolean;
  readonly onSave: () => Promise<unknown>;
}

/** Asks before work is lost: on the way to another page here, and by the browser's own question on closing. */
export function UnsavedGuard({ unsaved, onSave }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?" size={540}>
      <Choice onSave={onSave} onLeave={() => proceed?.()} onStay={() => reset?.()} />
    </Modal>
  );
}

interface ChoiceProps {
  readonly onSave: () => Promise<unknown>;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

function Choice({ onSave, onLeave, onStay }: ChoiceProps) {
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function saveAndLeave() {
    setSaving(true);
    setError(null);
    try {
      await onSave();
      onLeave();
    } catch (problem) {
      setError(problem);
      setSaving(false);
    }
  }

  return (
    <Stack>
      <Text size="sm">The changes to this template are in this tab only. They are lost when you leave.</Text>
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
