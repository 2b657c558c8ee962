import { Group } from '@mantine/core';
import { IconPlus, IconStack2 } from '../../icons/tabler.generated.ts';
import { useState } from 'react';
import type { Batch } from '../../../schema/api/batches.ts';
import { BATCH_STATES, type BatchState } from '../../../schema/batches.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton, TextLink } from '../../components/links.tsx';
import { Page } from '../../components/Page.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { StateBadge } from '../../components/StatusBadge.tsx';
import { TestBadge } from '../../components/TestBadge.tsx';
import { StateSelect } from '../../components/StateSelect.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { BATCH_LABELS } from './batch-state.ts';
import classes from './Batches.module.css';
import { BatchProgress } from './BatchProgress.tsx';
import { TemplateOfBatch } from './TemplateOfBatch.tsx';
import { useBatches } from './use-batches.ts';

/** Source: contract 14. */
export function BatchesPage() {
  const { id: workspaceId } = useWorkspace();
  const canStart = useHasRole('admin');
  const [state, setState] = useState<BatchState | null>(null);
  const query = useBatches(state);
  return (
    <Page
      title="Batches"
      description="A batch makes many PDFs from one template. Each row of its data is one PDF."
      actions={
        canStart && (
          <LinkButton
            to="/w/$workspaceId/batches/new"
            params={{ workspaceId }}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            New batch
          </LinkButton>
        )
      }
    >
      <Group role="search" aria-label="Filter batches" mb="md">
        <StateSelect
          label="State"
          states={BATCH_STATES}
          toLabel={(known) => BATCH_LABELS[known].label}
          all="All batches"
          value={state}
          onChange={setState}
        />
      </Group>
      <PagedList
        query={query}
        noun={['batch', 'batches']}
        next="older"
        empty={<NoBatches filtered={state !== null} />}
      >
        {(batches) => <BatchTable batches={batches} />}
      </PagedList>
    </Page>
  );
}

const NoBatches = ({ filtered }: { readonly filtered: boolean }) => (
  <EmptyState icon={IconStack2} title={filtered ? 'No batches in this state' : 'No batches yet'}>
    {filtered
      ? 'Choose another state.'
      : 'Create a batch from a template and a CSV, XLSX or JSON file, or send the rows with the API.'}
  </EmptyState>
);

const BatchTable = ({ batches }: { readonly batches: readonly Batch[] }) => (
  <Card padding="flush">
    <DataTable
      caption="Batches, newest first"
      columns={COLUMNS}
      rows={batches}
      rowKey={({ batchId }) => batchId}
    />
  </Card>
);

const COLUMNS: readonly Column<Batch>[] = [
  { header: 'Batch', kind: 'heading', cell: (batch) => <BatchLink batch={batch} /> },
  {
    header: 'State',
    cell: ({ state }) => <StateBadge {...BATCH_LABELS[state]} />,
  },
  { header: 'Rows', cell: (batch) => <BatchProgress batch={batch} size="sm" /> },
  { header: 'Template', cell: (batch) => <TemplateOfBatch batch={batch} /> },
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="ago" /> },
];

function BatchLink({ batch: { batchId, environment } }: { readonly batch: Batch }) {
  const { id: workspaceId } = useWorkspace();
  return (
    <>
      <TextLink to="/w/$workspaceId/batches/$batchId" params={{ workspaceId, batchId }} inherit>
        <code className={classes.id}>{batchId}</code>
      </TextLink>
      {environment === 'test' && <TestBadge />}
    </>
  );
}
