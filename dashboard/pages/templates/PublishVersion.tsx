import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { Editing } from './use-draft.ts';

interface PublishVersionProps {
  readonly editing: Editing;
  readonly version: number | null;
  readonly onClose: () => void;
}

export function PublishVersion({ editing, version, onClose }: PublishVersionProps) {
  async function publish() {
    if (version === null) return;
    await editing.publishEarlier(version);
    notifications.show({ message: `Version ${version} was published.` });
  }

  return (
    <ConfirmDialog
      opened={version !== null}
      onClose={onClose}
      title={`Publish version ${version ?? ''}`}
      confirmLabel="Publish this version"
      onConfirm={publish}
    >
      The API will use version {version} of “{editing.template.name}”.
    </ConfirmDialog>
  );
}
