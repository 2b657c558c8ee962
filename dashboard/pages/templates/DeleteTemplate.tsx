import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { deleteTemplate, templatesKey } from './templates-api.ts';

interface DeleteTemplateProps {
  readonly workspaceId: string;
  readonly template: TemplateSummary;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeleteTemplate({ workspaceId, template, opened, onClose }: DeleteTemplateProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function remove() {
    await deleteTemplate(workspaceId, template.id);
    notifications.show({ message: `“${template.name}” was deleted.` });
    // The unsaved changes belong to the deleted template: do not ask about them.
    await navigate({ to: '/w/$workspaceId/templates', params: { workspaceId }, ignoreBlocker: true });
    await queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'list'] });
  }

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete template"
      confirmLabel="Delete template"
      onConfirm={remove}
    >
      This deletes “{template.name}” and all its versions ({template.latestVersion}). Requests that use it
      fail with TEMPLATE_NOT_FOUND. Existing PDFs are kept. This cannot be undone.
    </ConfirmDialog>
  );
}
