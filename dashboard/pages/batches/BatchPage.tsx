import { Alert, Stack, Text } from '@mantine/core';
import { IconStackPop } from '../../icons/tabler.generated.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Batch } from '../../../schema/api/batches.ts';
import { hasErrorCode, RequestError } from '../../api/request-error.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { NotInWorkspace } from '../../components/NotInWorkspace.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { BatchActions } from './BatchActions.tsx';
import { BatchFacts } from './BatchFacts.tsx';
import { BatchRows } from './BatchRows.tsx';
import { batchQuery } from './use-batches.ts';

export function BatchPage() {
  const { id: workspaceId } = useWorkspace();
  const { batchId = '' } = useParams({ strict: false });
  const query = useQuery(batchQuery(workspaceId, batchId));
  const canChange = useHasRole('admin');
  const isMissing = hasErrorCode(query.error, 'BATCH_NOT_FOUND');
  return (
    <Page
      title="Batch"
      description={<code>{batchId}</code>}
      actions={canChange && query.data && <BatchActions batch={query.data} />}
    >
      {isMissing ? (
        <NotInWorkspace icon={IconStackPop} title="Batch not found" list="batches">
          Its retention has ended, or it belongs to another workspace.
        </NotInWorkspace>
      ) : (
        <QueryView query={query} label="the batch">
          {(batch) => (
            <Stack>
              <BatchNotice batch={batch} />
              <BatchFacts batch={batch} />
              <BatchRows batch={batch} />
            </Stack>
          )}
        </QueryView>
      )}
    </Page>
  );
}

function BatchNotice({ batch: { pausedReason, error } }: { readonly batch: Batch }) {
  if (error !== null) {
    return (
      <ErrorAlert
        title={`The batch was stopped: ${error.code}`}
        error={new RequestError({ status: 0, ...error })}
      />
    );
  }
  if (pausedReason === null) return null;
  return (
    <Alert role="status" variant="outline" color="cyan" title="The batch is paused">
      <Text size="sm">
        No credits are left ({pausedReason}). The batch goes on by itself within minutes after there are
        credits: in the next month, with a larger plan, or with credits bought.
      </Text>
    </Alert>
  );
}
