import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TemplateNameDialog } from './TemplateNameDialog.tsx';
import { createTemplate, type LoadedTemplate, putSampleSets, templatesKey } from './templates-api.ts';

interface DuplicateTemplateProps {
  readonly workspaceId: string;
  /** As it was last saved. */
  readonly template: LoadedTemplate;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes a draft of the newest saved version, with the sample data, and opens it. */
export function DuplicateTemplate({ workspaceId, template, opened, onClose }: DuplicateTemplateProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function duplicate(name: string) {
    const { content, settings, dataSchema, translations, sampleSets, version } = template;
    const { id: templateId } = await createTemplate(workspaceId, {
      name,
      content,
      settings,
      ...(dataSchema !== null && { dataSchema }),
      ...(translations !== null && { translations }),
      publish: false,
      note: `Copied from “${template.name}”, version ${version}.`,
    });
    if (sampleSets.length > 0) await putSampleSets(workspaceId, templateId, sampleSets);
    await queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'list'] });
    await navigate({ to: '/w/$workspaceId/templates/$templateId', params: { workspaceId, templateId } });
  }

  return (
    <TemplateNameDialog
      opened={opened}
      onClose={onClose}
      title="Duplicate template"
      description="The copy is a draft of the newest saved version, with its sample data."
      name={`Copy of ${template.name}`.slice(0, 100)}
      submitLabel="Duplicate"
      errorTitle="The template was not duplicated"
      onSubmit={duplicate}
    />
  );
}
