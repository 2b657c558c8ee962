import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { Card } from '../../components/Card.tsx';
import { formatCount } from './usage-numbers.ts';
import classes from './UsagePage.module.css';

interface Ranked {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

interface RankingProps {
  readonly title: string;
  readonly header: string;
  readonly counted: string;
  readonly empty: string;
  readonly rows: readonly Ranked[];
}

export function Ranking({ title, header, counted, empty, rows }: RankingProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const columns: readonly Column<Ranked>[] = [
    {
      header,
      kind: 'heading',
      cell: ({ label, count }) => (
        <div className={classes.ranked}>
          {label}
          <span className={classes.bar} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
        </div>
      ),
    },
    { header: counted, align: 'end', cell: ({ count }) => formatCount(count) },
  ];
  return (
    <Card title={title} padding="flush">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" px={20}>
          {empty}
        </Text>
      ) : (
        <DataTable
          caption={`${counted}, ${title.toLowerCase()}`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}
