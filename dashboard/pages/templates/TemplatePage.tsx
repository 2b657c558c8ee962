import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { hasErrorCode } from '../../api/request-error.ts';
import { NotInWorkspace } from '../../components/NotInWorkspace.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { IconFileOff } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { templateQuery } from './templates-api.ts';

export function TemplatePage() {
  const { id: workspaceId } = useWorkspace();
  const { templateId = '' } = useParams({ strict: false });
  const query = useQuery(templateQuery(workspaceId, templateId));
  if (query.data) return <TemplateEditor key={query.data.id} workspaceId={workspaceId} loaded={query.data} />;
  return (
    <Page title="Template" width="wide">
      {hasErrorCode(query.error, 'TEMPLATE_NOT_FOUND') ? (
        <NotInWorkspace icon={IconFileOff} title="Template not found" list="templates" />
      ) : (
        <QueryView query={query} label="the template">
          {() => null}
        </QueryView>
      )}
    </Page>
  );
}
