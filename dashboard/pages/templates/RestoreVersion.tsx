import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { updateTemplate, versionQuery } from './templates-api.ts';
import type { Editing } from './use-draft.ts';

interface RestoreVersionProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  /** Null while nobody asks. */
  readonly version: number | null;
  readonly onClose: () => void;
}

/** Brings a version back as a new draft: nothing that was saved is lost by it. */
export function RestoreVersion({ workspaceId, editing, version, onClose }: RestoreVersionProps) {
  const queryClient = useQueryClient();
  const { template, unsaved, adopt } = editing;

  async function restore() {
    if (version === null) return;
    const old = await queryClient.fetchQuery(versionQuery(workspaceId, template.id, version));
    const { content, settings, dataSchema } = old;
    const changes = { content, settings, dataSchema, publish: false };
    const restored = await updateTemplate(workspaceId, template.id, changes);
    adopt({ ...restored, sampleData: template.sampleData });
    notifications.show({ message: `Version ${version} is back as draft ${restored.latestVersion}.` });
  }

  return (
    <ConfirmDialog
      opened={version !== null}
      onClose={onClose}
      title={`Restore version ${version ?? ''}`}
      confirmLabel="Restore as a new draft"
      onConfirm={restore}
    >
      Its HTML, header, footer and settings come into the editor as a new draft. What the API prints stays as
      it is until you publish.
      {unsaved && (
        <p>
          <b>The unsaved changes in the editor are lost.</b>
        </p>
      )}
    </ConfirmDialog>
  );
}
