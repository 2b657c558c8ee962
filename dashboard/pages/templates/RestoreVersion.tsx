import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { hasErrorCode } from '../../api/request-error.ts';
import { versionQuery } from './templates-api.ts';
import type { Editing } from './use-draft.ts';

interface RestoreVersionProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly version: number | null;
  readonly onClose: () => void;
}

/** Saves an earlier version again, as a new draft. */
export function RestoreVersion({ workspaceId, editing, version, onClose }: RestoreVersionProps) {
  const queryClient = useQueryClient();
  const { template, unsaved, reset, update } = editing;

  async function restore() {
    if (version === null) return;
    const old = await queryClient.fetchQuery(versionQuery(workspaceId, template.id, version));
    const { content, settings, dataSchema, translations } = old;
    const note = `Restored from version ${version}.`;
    const changes = { content, settings, dataSchema, translations, publish: false, note };
    try {
      const restored = await update(changes);
      reset(restored);
      notifications.show({ message: `Version ${version} was restored as draft ${restored.latestVersion}.` });
    } catch (error) {
      // Another dialog shows the conflict.
      if (!hasErrorCode(error, 'TEMPLATE_CHANGED')) throw error;
    }
  }

  return (
    <ConfirmDialog
      opened={version !== null}
      onClose={onClose}
      title={`Restore version ${version ?? ''}`}
      confirmLabel="Restore as a new draft"
      onConfirm={restore}
    >
      This saves the HTML, header, footer and settings of version {version} as a new draft. The API keeps
      using the published version until you publish.
      {unsaved && (
        <p>
          <b>Unsaved changes in the editor will be lost.</b>
        </p>
      )}
    </ConfirmDialog>
  );
}
