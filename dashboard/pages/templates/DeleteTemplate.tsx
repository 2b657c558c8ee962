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
    notifications.show({ message: `“${template.name}” is deleted.` });
    // What was unsaved is gone with the template: nothing to ask.
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
      “{template.name}” goes with all {template.latestVersion} of its versions. Programs that name it get
      TEMPLATE_NOT_FOUND from now on. PDFs that were printed with it stay. This cannot be undone.
    </ConfirmDialog>
  );
}
