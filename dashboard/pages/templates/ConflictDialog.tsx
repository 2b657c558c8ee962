import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { hasErrorCode } from '../../api/request-error.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { UnfinishedJsonError, type Editing } from './use-draft.ts';

/** The template was saved elsewhere while it was open here. */
export function ConflictDialog({ editing }: { readonly editing: Editing }) {
  const { template, theirs, ignoreTheirs } = editing;
  return (
    <Modal
      opened={theirs !== null}
      onClose={ignoreTheirs}
      title={`“${template.name}” was changed elsewhere`}
      size={560}
    >
      <ConflictOptions editing={editing} />
    </Modal>
  );
}

function ConflictOptions({
  editing: { theirs, unsaved, reset, keepMine, ignoreTheirs },
}: {
  readonly editing: Editing;
}) {
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (theirs === null) return null;

  async function keep() {
    setSaving(true);
    setError(null);
    try {
      const { latestVersion } = await keepMine();
      notifications.show({ message: `Your version was saved as version ${latestVersion}.` });
    } catch (failure) {
      // The template was changed once more: the dialog stays open.
      if (!hasErrorCode(failure, 'TEMPLATE_CHANGED')) setError(failure);
    } finally {
      setSaving(false);
    }
  }

  return (
    <Stack>
      <Text size="sm">
        Someone else saved this template after you opened it here, or you saved it in another tab. It is now
        at version {theirs.latestVersion}. Your change was not saved.
      </Text>
      <Text size="sm">
        {unsaved
          ? 'If you keep your version, it is saved as a new draft, and the other one stays in the list of versions. If you load the saved version, your changes are lost.'
          : 'Load the saved version, then make your change again.'}
      </Text>
      {error instanceof UnfinishedJsonError ? (
        <Text size="sm" c="danger">
          Your version cannot be saved: its JSON is not valid.
        </Text>
      ) : (
        error !== null && <ErrorAlert error={error} title="Your version was not saved" />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={ignoreTheirs} data-autofocus>
          Decide later
        </Button>
        <Button variant="default" onClick={() => reset(theirs)}>
          Load saved version
        </Button>
        {unsaved && (
          <Button loading={saving} onClick={() => void keep()}>
            Keep my version
          </Button>
        )}
      </Group>
    </Stack>
  );
}
