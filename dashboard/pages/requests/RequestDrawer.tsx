import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LoggedRequest } from '../../../schema/request-log.ts';
import { RequestError } from '../../api/request-error.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Facts } from '../../components/Facts.tsx';
import { LinkButton, TextLink } from '../../components/links.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { formatDuration } from '../../format-duration.ts';
import { IconPlayerPlay } from '../../icons/tabler.generated.ts';
import { passToPlayground } from '../../playground-handoff.ts';
import { findSentDraft } from '../../sent-drafts.ts';
import { useWorkspace } from '../../session.ts';
import { toTemplateDraft } from '../playground/default-draft.ts';
import { Caller } from './Caller.tsx';
import { RequestStatus } from './RequestsTable.tsx';
import { requestQuery } from './use-requests.ts';

interface RequestDrawerProps {
  readonly requestId: string | null;
  readonly onClose: () => void;
}

export function RequestDrawer({ requestId, onClose }: RequestDrawerProps) {
  return (
    <SideDrawer item={requestId} onClose={onClose} title={() => 'Request'}>
      {(shown) => <OpenedRequest key={shown} requestId={shown} />}
    </SideDrawer>
  );
}

function OpenedRequest({ requestId }: { readonly requestId: string }) {
  const { id } = useWorkspace();
  const query = useQuery(requestQuery(id, requestId));
  return (
    <QueryView query={query} label="the request">
      {(request) => (
        <Stack>
          <Group gap="xs">
            <SendAgain request={request} />
            <CopyButton value={request.requestId} label="Copy ID" />
          </Group>
          {request.error && (
            <ErrorAlert
              title={request.error.code}
              error={new RequestError({ ...request.error, status: request.status, requestId: null })}
            />
          )}
          <RequestFacts request={request} />
        </Stack>
      )}
    </QueryView>
  );
}

/** A request from the playground of this tab is still in memory. Otherwise the log knows only the template of the request. */
function SendAgain({
  request: { requestId, method, route, templateId },
}: {
  readonly request: LoggedRequest;
}) {
  const { id } = useWorkspace();
  const isGeneration = method === 'POST' && route === '/v1/pdf/generate';
  const draft =
    findSentDraft(requestId) ??
    (isGeneration && templateId !== null ? toTemplateDraft(templateId, '{}') : null);
  if (draft === null) return null;
  return (
    <LinkButton
      to="/w/$workspaceId/playground"
      params={{ workspaceId: id }}
      size="xs"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={() => passToPlayground(id, { draft })}
    >
      Send again in the playground
    </LinkButton>
  );
}

function RequestFacts({ request }: { readonly request: LoggedRequest }) {
  const { requestId, method, route, at, durationMs } = request;
  return (
    <Facts>
      <dt>Request</dt>
      <dd>
        {method} {route}
      </dd>
      <dt>Status</dt>
      <dd>
        <RequestStatus request={request} />
      </dd>
      <dt>Time</dt>
      <dd>
        <DateTime value={at} show="second" />
      </dd>
      <dt>Duration</dt>
      <dd>{formatDuration(durationMs)}</dd>
      <dt>Key</dt>
      <dd>
        <Caller request={request} />
      </dd>
      <Subjects request={request} />
      <dt>Request ID</dt>
      <dd>
        <code>{requestId}</code>
      </dd>
    </Facts>
  );
}

/** Links to the template, file, job and batch of the request. */
function Subjects({ request: { templateId, fileId, jobId, batchId } }: { readonly request: LoggedRequest }) {
  const workspaceId = useWorkspace().id;
  return (
    <>
      {templateId !== null && (
        <Subject name="Template">
          <TextLink to="/w/$workspaceId/templates/$templateId" params={{ workspaceId, templateId }}>
            {templateId}
          </TextLink>
        </Subject>
      )}
      {fileId !== null && (
        <Subject name="File">
          <TextLink to="/w/$workspaceId/files" params={{ workspaceId }} search={{ file: fileId }}>
            {fileId}
          </TextLink>
        </Subject>
      )}
      {jobId !== null && (
        <Subject name="Job">
          <TextLink to="/w/$workspaceId/jobs" params={{ workspaceId }} search={{ job: jobId }}>
            {jobId}
          </TextLink>
        </Subject>
      )}
      {batchId !== null && (
        <Subject name="Batch">
          <TextLink to="/w/$workspaceId/batches/$batchId" params={{ workspaceId, batchId }}>
            {batchId}
          </TextLink>
        </Subject>
      )}
    </>
  );
}

const Subject = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
