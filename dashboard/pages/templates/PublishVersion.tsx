import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { Editing } from './use-draft.ts';

interface PublishVersionProps {
  readonly editing: Editing;
  /** Null while nobody asks. */
  readonly version: number | null;
  readonly onClose: () => void;
}

/** Makes an earlier version what the API prints; the editor keeps what is in it. */
export function PublishVersion({ editing, version, onClose }: PublishVersionProps) {
  async function publish() {
    if (version === null) return;
    await editing.publishEarlier(version);
    notifications.show({ message: `Version ${version} is published.` });
  }

  return (
    <ConfirmDialog
      opened={version !== null}
      onClose={onClose}
      title={`Publish version ${version ?? ''}`}
      confirmLabel="Publish this version"
      onConfirm={publish}
    >
      From now on the API prints version {version} of “{editing.template.name}”.
    </ConfirmDialog>
  );
}
