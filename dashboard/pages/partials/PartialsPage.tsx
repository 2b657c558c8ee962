import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { TextLink } from '../../components/links.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { IconPlus, IconPuzzle, IconSearch } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { NewPartialDialog } from './NewPartialDialog.tsx';
import { fetchPartials, partialsKey } from './partials-api.ts';
import classes from './PartialsPage.module.css';

const SEARCH_DELAY_MS = 250;

export function PartialsPage() {
  const { id: workspaceId } = useWorkspace();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const [creating, setCreating] = useState(false);
  const query = usePagedQuery([...partialsKey(workspaceId), 'list', search], (page) =>
    fetchPartials(workspaceId, search, page),
  );
  const isNew = search === '' && query.data?.length === 0 && !query.isPlaceholderData;
  const newButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New partial
    </Button>
  );

  return (
    <Page
      title="Partials"
      description="Pieces of Handlebars that templates share, such as a footer or a layout: {{> footer}}."
      actions={!isNew && newButton}
    >
      {!isNew && (
        <TextInput
          className={classes.search}
          type="search"
          label="Search partials"
          placeholder="Part of the name"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={100}
        />
      )}
      <QueryView query={query} label="the partials">
        {(partials) =>
          partials.length === 0 ? (
            <NoPartials search={search} action={newButton} />
          ) : (
            <>
              <Card padding="flush">
                <DataTable
                  caption="Partials"
                  columns={listColumns(workspaceId)}
                  rows={partials}
                  rowKey={({ name }) => name}
                />
              </Card>
              <LoadMore
                query={query}
                shown={partials.length === 1 ? '1 partial shown' : `${partials.length} partials shown`}
                label="Show more partials"
              />
            </>
          )
        }
      </QueryView>
      <NewPartialDialog workspaceId={workspaceId} opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function NoPartials({ search, action }: { readonly search: string; readonly action: React.ReactNode }) {
  if (search !== '') {
    return (
      <EmptyState icon={IconSearch} title="No matching partials">
        No partial name contains “{search}”. Try a shorter search.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconPuzzle} title="No partials yet" action={action}>
      Save a footer or a layout once, and call it in any template. A published template keeps the version that
      it has until you publish it again.
    </EmptyState>
  );
}

interface Row {
  readonly name: string;
  readonly latestVersion: number;
  readonly bytes: number;
  readonly updatedAt: string;
}

const listColumns = (workspaceId: string): readonly Column<Row>[] => [
  {
    header: 'Name',
    kind: 'heading',
    cell: ({ name }) => (
      <TextLink to="/w/$workspaceId/partials/$name" params={{ workspaceId, name }} className={classes.name}>
        {name}
      </TextLink>
    ),
  },
  { header: 'Version', cell: ({ latestVersion }) => latestVersion },
  { header: 'Size', cell: ({ bytes }) => <FileSize value={bytes} /> },
  { header: 'Updated', cell: ({ updatedAt }) => <DateTime value={updatedAt} show="ago" /> },
];
