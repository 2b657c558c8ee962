import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestOutcome } from '../../../schema/request-log.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { IconFilterOff, IconTrash, IconWorldUpload } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { RequestDrawer } from './RequestDrawer.tsx';
import { RequestsTable } from './RequestsTable.tsx';
import { type RequestFilter, useClearRequests, useRequests } from './use-requests.ts';

const NO_FILTER: RequestFilter = { outcome: null, search: '' };

/** The user must stop typing for this long. */
const TYPING_MS = 250;

export function RequestsPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [search] = useDebouncedValue(filter.search.trim(), TYPING_MS);
  const query = useRequests({ ...filter, search });
  const { request, open } = useOpenedRequest();
  const canClear = useHasRole('admin');
  const isFiltered = filter.outcome !== null || filter.search !== '';

  return (
    <Page
      title="Requests"
      description="The newest requests with an API key of this workspace, and failed requests of the dashboard. The log keeps them for 3 days, at most 1,000 of each kind."
      actions={canClear && <ClearButton />}
    >
      <RequestFilters filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        noun={['request', 'requests']}
        next="older"
        empty={<NoRequests isFiltered={isFiltered} onReset={() => setFilter(NO_FILTER)} />}
      >
        {(requests) => <RequestsTable requests={requests} onOpen={open} />}
      </PagedList>
      <RequestDrawer requestId={request ?? null} onClose={() => open(undefined)} />
    </Page>
  );
}

/** The address has the id of the open request, so that it can be sent to a colleague. */
function useOpenedRequest() {
  const { id } = useWorkspace();
  const { request } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (requestId: string | undefined) =>
    void navigate({
      to: '/w/$workspaceId/requests',
      params: { workspaceId: id },
      search: { request: requestId },
      resetScroll: false,
    });
  return { request, open };
}

interface RequestFiltersProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

const OUTCOMES: readonly { value: RequestOutcome | ''; label: string }[] = [
  { value: '', label: 'All requests' },
  { value: 'failed', label: 'Failed' },
  { value: 'succeeded', label: 'Succeeded' },
];

const RequestFilters = ({ filter, onChange }: RequestFiltersProps) => (
  <Group role="search" aria-label="Filter requests" align="flex-end" gap="sm" mb="md">
    <TextInput
      label="Search"
      placeholder="ID, route or error code"
      value={filter.search}
      maxLength={100}
      w={280}
      maw="100%"
      onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
    />
    <NativeSelect
      label="Outcome"
      value={filter.outcome ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...filter, outcome: value === 'failed' || value === 'succeeded' ? value : null })
      }
      data={[...OUTCOMES]}
    />
  </Group>
);

function ClearButton() {
  const [opened, dialog] = useDisclosure(false);
  const clearing = useClearRequests();
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={dialog.open}>
        Clear the log
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title="Clear the log"
        confirmLabel="Clear the log"
        onConfirm={async () => {
          await clearing.mutateAsync();
        }}
      >
        This deletes the list of requests and their errors. Files, jobs and usage numbers stay. The audit
        trail shows who cleared the log.
      </ConfirmDialog>
    </>
  );
}

interface NoRequestsProps {
  readonly isFiltered: boolean;
  readonly onReset: () => void;
}

function NoRequests({ isFiltered, onReset }: NoRequestsProps) {
  if (isFiltered) {
    const reset = (
      <Button variant="default" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onReset}>
        Show all requests
      </Button>
    );
    return (
      <EmptyState icon={IconWorldUpload} title="No requests match" action={reset}>
        Requests that are older than 3 days are deleted.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconWorldUpload} title="No requests yet">
      Each request with a key of this workspace is listed here, with its error if it failed.
    </EmptyState>
  );
}
