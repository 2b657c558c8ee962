import { Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { UsageOverview } from '../../../schema/console/usage.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Credits } from './Credits.tsx';
import { ExportButton } from './ExportButton.tsx';
import { GetStarted } from './GetStarted.tsx';
import { Rankings } from './Rankings.tsx';
import { Totals } from './Totals.tsx';
import { isUnused, type DayRange, DAY_RANGES } from './usage-numbers.ts';
import { useUsage } from './use-usage.ts';

/** The chart library is as large as the rest of the page, so it loads later. */
const UsageCharts = lazy(async () => ({ default: (await import('./UsageCharts.tsx')).UsageCharts }));

const DEFAULT_DAYS: DayRange = 30;

export function UsagePage() {
  const [days, setDays] = useState<DayRange>(DEFAULT_DAYS);
  const query = useUsage(days);
  const unused = query.data !== undefined && isUnused(query.data);
  return (
    <Page
      title="Usage"
      description="PDFs, requests and errors of this workspace, and its remaining quota. A day ends at midnight UTC."
      actions={
        !unused && (
          <Group gap="sm">
            {query.data && <ExportButton usage={query.data} />}
            <DayRangeControl days={days} onChange={setDays} />
          </Group>
        )
      }
    >
      <QueryView query={query} label="the usage data" skeleton={<UsageSkeleton />}>
        {(usage) => (
          <Stack gap="lg">
            {unused && <GetStarted />}
            <Credits usage={usage} />
            {!unused && <UsageDetails usage={usage} />}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function UsageDetails({ usage }: { readonly usage: UsageOverview }) {
  return (
    <>
      <Totals usage={usage} />
      <Suspense fallback={<ChartsSkeleton />}>
        <UsageCharts days={usage.days} />
      </Suspense>
      <Rankings usage={usage} />
    </>
  );
}

interface DayRangeControlProps {
  readonly days: DayRange;
  readonly onChange: (days: DayRange) => void;
}

function DayRangeControl({ days, onChange }: DayRangeControlProps) {
  return (
    <SegmentedControl
      aria-label="Days shown"
      value={String(days)}
      onChange={(value) => onChange(DAY_RANGES.find((known) => String(known) === value) ?? DEFAULT_DAYS)}
      data={DAY_RANGES.map((range) => ({ value: String(range), label: `${range} days` }))}
    />
  );
}

const ChartsSkeleton = () => (
  <Stack gap="lg" aria-busy="true">
    {['files', 'requests', 'times'].map((chart) => (
      <Skeleton key={chart} height={320} radius="md" />
    ))}
  </Stack>
);

const UsageSkeleton = () => (
  <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading the usage data…">
    <Skeleton height={132} radius="md" />
    <Skeleton height={96} radius="md" />
    <ChartsSkeleton />
  </Stack>
);
