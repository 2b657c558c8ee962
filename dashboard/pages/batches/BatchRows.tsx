import { Group, Title } from '@mantine/core';
import { IconTable } from '../../icons/tabler.generated.ts';
import { useState } from 'react';
import type { Batch, BatchRow } from '../../../schema/api/batches.ts';
import { ROW_STATES, type RowState } from '../../../schema/batches.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { StateBadge } from '../../components/StatusBadge.tsx';
import { StateSelect } from '../../components/StateSelect.tsx';
import { FileDrawer, type ListedFile } from '../files/FileDrawer.tsx';
import { PrintErrorDialog } from '../files/PrintErrorDialog.tsx';
import { type PrintError, PrintResult } from '../files/PrintResult.tsx';
import { ROW_LABELS } from './batch-state.ts';
import classes from './Batches.module.css';
import { useBatchRows } from './use-batches.ts';

export function BatchRows({ batch }: { readonly batch: Batch }) {
  const [state, setState] = useState<RowState | null>(null);
  const [opened, setOpened] = useState<ListedFile | null>(null);
  const [explained, setExplained] = useState<PrintError | null>(null);
  const query = useBatchRows(batch.batchId, state);
  return (
    <section aria-label="Rows">
      <Group justify="space-between" align="flex-end" mt="md" mb="md">
        <Title order={2} size="h4">
          Rows
        </Title>
        <StateSelect
          aria-label="State of the rows"
          states={ROW_STATES}
          toLabel={(known) => `${ROW_LABELS[known].label} (${batch.rows[known].toLocaleString()})`}
          all="All rows"
          value={state}
          onChange={setState}
        />
      </Group>
      <PagedList
        query={query}
        noun={['row', 'rows']}
        empty={
          <EmptyState icon={IconTable} title="No rows in this state">
            Choose another state.
          </EmptyState>
        }
      >
        {(rows) => <RowTable rows={rows} onOpen={setOpened} onExplain={setExplained} />}
      </PagedList>
      <FileDrawer listed={opened} onClose={() => setOpened(null)} />
      <PrintErrorDialog title="Why the row failed" error={explained} onClose={() => setExplained(null)} />
    </section>
  );
}

interface RowTableProps {
  readonly rows: readonly BatchRow[];
  readonly onOpen: (file: ListedFile) => void;
  readonly onExplain: (error: PrintError) => void;
}

const RowTable = ({ rows, onOpen, onExplain }: RowTableProps) => (
  <Card padding="flush">
    <DataTable
      caption="Rows in their order"
      columns={[
        ...COLUMNS,
        {
          header: 'Result',
          cell: (row) => <PrintResult result={row} onOpen={onOpen} onExplain={onExplain} />,
        },
      ]}
      rows={rows}
      rowKey={({ index }) => String(index)}
    />
  </Card>
);

const COLUMNS: readonly Column<BatchRow>[] = [
  {
    header: 'External ID',
    kind: 'heading',
    cell: ({ externalId, index }) => (
      <>
        {externalId}
        <div className={classes.detail}>rows[{index}]</div>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => <StateBadge {...ROW_LABELS[state]} />,
  },
  {
    header: 'Ended',
    cell: ({ finishedAt }) =>
      finishedAt === null ? <DimmedText>Not yet</DimmedText> : <DateTime value={finishedAt} show="ago" />,
  },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
];
