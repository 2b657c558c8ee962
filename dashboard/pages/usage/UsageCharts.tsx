import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Stack } from '@mantine/core';
import type { DayOfUse } from '../../../schema/console/usage.ts';
import { ChartCard } from './ChartCard.tsx';
import { formatCount, formatMs, formatShortDay } from './usage-numbers.ts';

const HEIGHT_PX = 240;

const ACCENT = 'var(--platen-accent-text)';
const DIMMED = 'var(--mantine-color-gray-6)';
const WARNING = 'var(--platen-warning)';

const SHARED = {
  h: HEIGHT_PX,
  dataKey: 'label',
  withLegend: true,
  tickLine: 'none',
  gridAxis: 'x',
  tooltipAnimationDuration: 0,
  // Keep the order of the series. The default is alphabetical.
  legendProps: { verticalAlign: 'bottom', height: 36, itemSorter: null },
  xAxisProps: { minTickGap: 32 },
} as const;

/** Charts are hidden from screen readers, which can use the table view. */
const CHART_PROPS = { accessibilityLayer: false } as const;

interface ChartProps {
  readonly days: readonly DayOfUse[];
}

export const UsageCharts = ({ days }: ChartProps) => (
  <Stack gap="lg">
    <FilesChart days={days} />
    <RequestsChart days={days} />
    <TimesChart days={days} />
  </Stack>
);

const labelled = (days: readonly DayOfUse[]) =>
  days.map((day) => ({ ...day, label: formatShortDay(day.day) }));

function FilesChart({ days }: ChartProps) {
  return (
    <ChartCard
      title="Files per day"
      days={days}
      columns={[
        { header: 'Live', value: ({ live }) => formatCount(live) },
        { header: 'Test', value: ({ test }) => formatCount(test) },
      ]}
    >
      <BarChart
        {...SHARED}
        data={labelled(days)}
        type="stacked"
        valueFormatter={formatCount}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        barProps={{ isAnimationActive: false, maxBarSize: 36 }}
        barChartProps={CHART_PROPS}
        series={[
          { name: 'live', label: 'Live', color: ACCENT },
          { name: 'test', label: 'Test', color: DIMMED },
        ]}
      />
    </ChartCard>
  );
}

function RequestsChart({ days }: ChartProps) {
  return (
    <ChartCard
      title="Requests and errors per day"
      days={days}
      columns={[
        { header: 'Requests', value: ({ requests }) => formatCount(requests) },
        { header: 'Errors', value: ({ errors }) => formatCount(errors) },
      ]}
    >
      <BarChart
        {...SHARED}
        data={labelled(days)}
        valueFormatter={formatCount}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        barProps={{ isAnimationActive: false, maxBarSize: 24 }}
        barChartProps={CHART_PROPS}
        series={[
          { name: 'requests', label: 'Requests', color: ACCENT },
          { name: 'errors', label: 'Errors', color: WARNING },
        ]}
      />
    </ChartCard>
  );
}

function TimesChart({ days }: ChartProps) {
  return (
    <ChartCard
      title="Processing time per day"
      description="From the arrival of a request until its PDF is stored. Failed requests are not included."
      days={days}
      columns={[
        { header: 'Median', value: ({ medianMs }) => formatMs(medianMs) },
        { header: '95th percentile', value: ({ p95Ms }) => formatMs(p95Ms) },
      ]}
    >
      <LineChart
        {...SHARED}
        data={labelled(days)}
        valueFormatter={formatMs}
        connectNulls={false}
        curveType="linear"
        yAxisProps={{ width: 72 }}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={CHART_PROPS}
        series={[
          { name: 'medianMs', label: 'Median', color: ACCENT },
          { name: 'p95Ms', label: '95th percentile', color: WARNING },
        ]}
      />
    </ChartCard>
  );
}
