import { Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { DayOfUse } from '../../../schema/console/usage.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { IconChartBar, IconTable } from '../../icons/tabler.generated.ts';
import { formatMediumDay } from './usage-numbers.ts';
import classes from './UsagePage.module.css';

interface ChartCardProps {
  readonly title: string;
  readonly description?: string;
  readonly days: readonly DayOfUse[];
  readonly columns: readonly { readonly header: string; readonly value: (day: DayOfUse) => string }[];
  readonly children: ReactNode;
}

/** A chart that can be switched to a table with the same numbers. */
export function ChartCard({ title, description, days, columns, children }: ChartCardProps) {
  const [asTable, { toggle }] = useDisclosure(false);
  return (
    <section className={classes.card} aria-label={title}>
      <Group justify="space-between" align="flex-start" className={classes.cardHead}>
        <div className={classes.cardWords}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        <Button
          size="xs"
          variant="default"
          flex="none"
          leftSection={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={toggle}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Group>
      {asTable ? (
        <DayTable caption={title} days={days} columns={columns} />
      ) : (
        <div className={classes.chart} aria-hidden>
          {children}
        </div>
      )}
    </section>
  );
}

interface DayTableProps extends Pick<ChartCardProps, 'days' | 'columns'> {
  readonly caption: string;
}

function DayTable({ caption, days, columns }: DayTableProps) {
  const day: Column<DayOfUse> = { header: 'Day', kind: 'heading', cell: (row) => formatMediumDay(row.day) };
  return (
    <section className={classes.days} aria-label={`${caption}, as a table`} tabIndex={0}>
      <DataTable
        caption={caption}
        columns={[
          day,
          ...columns.map(({ header, value }): Column<DayOfUse> => ({
            header,
            align: 'end',
            cell: (row) => value(row),
          })),
        ]}
        rows={days.toReversed()}
        rowKey={(row) => row.day}
      />
    </section>
  );
}
