import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { UsageOverview } from '../../../schema/console/usage.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Credits } from './Credits.tsx';
import { GetStarted } from './GetStarted.tsx';
import { Rankings } from './Rankings.tsx';
import { Totals } from './Totals.tsx';
import { isUnused, type Span, SPANS } from './usage-numbers.ts';
import { useUsage } from './use-usage.ts';

/** Charts are as large as the rest of the page together, so they come after it. */
const UsageCharts = lazy(async () => ({ default: (await import('./UsageCharts.tsx')).UsageCharts }));

const DEFAULT_SPAN: Span = 30;

/** The workspace's first page: what it made, how well that went, and what it may still make. */
export function UsagePage() {
  const [span, setSpan] = useState<Span>(DEFAULT_SPAN);
  const query = useUsage(span);
  const unused = query.data !== undefined && isUnused(query.data);
  return (
    <Page
      title="Usage"
      description="Days are those of UTC, as the monthly quota is."
      actions={!unused && <SpanControl span={span} onChange={setSpan} />}
    >
      <QueryView query={query} label="the usage" skeleton={<UsageSkeleton />}>
        {(usage) => (
          <Stack gap="lg">
            {unused && <GetStarted />}
            <Credits usage={usage} />
            {!unused && <Numbers usage={usage} />}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Numbers({ usage }: { readonly usage: UsageOverview }) {
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

interface SpanControlProps {
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

function SpanControl({ span, onChange }: SpanControlProps) {
  return (
    <SegmentedControl
      aria-label="Days shown"
      value={String(span)}
      onChange={(value) => onChange(SPANS.find((known) => String(known) === value) ?? DEFAULT_SPAN)}
      data={SPANS.map((days) => ({ value: String(days), label: `${days} days` }))}
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
  <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading the usage…">
    <Skeleton height={132} radius="md" />
    <Skeleton height={96} radius="md" />
    <ChartsSkeleton />
  </Stack>
);
