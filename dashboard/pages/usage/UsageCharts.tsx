import { Stack } from '@mantine/core';
import type { DayOfUse } from '../../../schema/console/usage.ts';
import { ChartCard } from './ChartCard.tsx';
import type { DaySeries } from './day-chart-options.ts';
import { DayChart } from './DayChart.tsx';
import { formatMs } from './usage-numbers.ts';

const ACCENT = 'var(--platen-accent-text)';
const DIMMED = 'var(--mantine-color-gray-6)';
const WARNING = 'var(--platen-warning)';

const FILES: readonly DaySeries[] = [
  { label: 'Live', color: ACCENT, value: ({ live }) => live },
  { label: 'Test', color: DIMMED, value: ({ test }) => test },
];

const REQUESTS: readonly DaySeries[] = [
  { label: 'Requests', color: ACCENT, value: ({ requests }) => requests },
  { label: 'Errors', color: WARNING, value: ({ errors }) => errors },
];

const TIMES: readonly DaySeries[] = [
  { label: 'Median', color: ACCENT, value: ({ medianMs }) => medianMs },
  { label: '95th percentile', color: WARNING, value: ({ p95Ms }) => p95Ms },
];

const formatOptionalCount = (count: number | null): string => count?.toLocaleString() ?? '';

interface ChartProps {
  readonly days: readonly DayOfUse[];
}

/** Charts are hidden from screen readers, which can use the table view. */
export const UsageCharts = ({ days }: ChartProps) => (
  <Stack gap="lg">
    <ChartCard title="Files per day" days={days} columns={columnsOf(FILES, formatOptionalCount)}>
      <DayChart kind="stacked" days={days} series={FILES} format={formatOptionalCount} />
    </ChartCard>
    <ChartCard
      title="Requests and errors per day"
      days={days}
      columns={columnsOf(REQUESTS, formatOptionalCount)}
    >
      <DayChart kind="grouped" days={days} series={REQUESTS} format={formatOptionalCount} />
    </ChartCard>
    <ChartCard
      title="Processing time per day"
      description="From the arrival of a request until its PDF is stored. Failed requests are not included."
      days={days}
      columns={columnsOf(TIMES, formatMs)}
    >
      <DayChart kind="lines" days={days} series={TIMES} format={formatMs} />
    </ChartCard>
  </Stack>
);

const columnsOf = (series: readonly DaySeries[], format: (value: number | null) => string) =>
  series.map(({ label, value }) => ({ header: label, value: (day: DayOfUse) => format(value(day)) }));
