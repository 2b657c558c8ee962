import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { TextLink } from '../../components/links.tsx';
import { Page } from '../../components/Page.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { SearchField, useSearchText } from '../../components/SearchField.tsx';
import { IconPlus, IconPuzzle, IconSearch } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { NewPartialDialog } from './NewPartialDialog.tsx';
import { fetchPartials, partialsKey } from './partials-api.ts';
import classes from './PartialsPage.module.css';

export function PartialsPage() {
  const { id: workspaceId } = useWorkspace();
  const { typed, setTyped, search } = useSearchText();
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
      {!isNew && <SearchField label="Search partials" value={typed} onChange={setTyped} />}
      <PagedList
        query={query}
        noun={['partial', 'partials']}
        empty={<NoPartials search={search} action={newButton} />}
      >
        {(partials) => (
          <Card padding="flush">
            <DataTable
              caption="Partials"
              columns={listColumns(workspaceId)}
              rows={partials}
              rowKey={({ name }) => name}
            />
          </Card>
        )}
      </PagedList>
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
