import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { useWorkspace } from '../../session.ts';
import { PartialEditor } from './PartialEditor.tsx';
import { partialQuery } from './partials-api.ts';

/** A name that does not exist opens an empty editor: the first save creates the partial. */
export function PartialPage() {
  const { id: workspaceId } = useWorkspace();
  const { name = '' } = useParams({ strict: false });
  const query = useQuery(partialQuery(workspaceId, name));
  if (query.data !== undefined)
    return <PartialEditor key={name} workspaceId={workspaceId} name={name} loaded={query.data} />;
  return (
    <Page title={name} width="wide">
      <QueryView query={query} label="the partial">
        {() => null}
      </QueryView>
    </Page>
  );
}
