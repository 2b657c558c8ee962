import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { TemplateVersionSummary } from '../../../schema/api/templates.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { NoteField } from './NoteDialog.tsx';
import type { Editing } from './use-draft.ts';

interface PublishVersionProps {
  readonly editing: Editing;
  /** It is null while the dialog is closed. */
  readonly version: TemplateVersionSummary | null;
  readonly onClose: () => void;
}

export function PublishVersion({ editing, version: chosen, onClose }: PublishVersionProps) {
  const { version, note: saved } = chosen ?? { version: 0, note: null };
  const [written, setWritten] = useState<string | null>(null);
  const note = written ?? saved ?? '';

  function close() {
    setWritten(null);
    onClose();
  }

  async function publish() {
    await editing.publishEarlier(version, note);
    notifications.show({ message: `Version ${version} was published.` });
  }

  return (
    <ConfirmDialog
      opened={chosen !== null}
      onClose={close}
      title={`Publish version ${version}`}
      confirmLabel="Publish this version"
      onConfirm={publish}
    >
      <p>
        The API will use version {version} of “{editing.template.name}”.
      </p>
      <NoteField value={note} onChange={setWritten} />
    </ConfirmDialog>
  );
}
