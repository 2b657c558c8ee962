import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import classes from './PlaygroundPage.module.css';
import { PHASE_LABELS, type Phase } from './server-timing.ts';

interface TimingViewProps {
  readonly phases: readonly Phase[];
  readonly durationMs: number;
}

const milliseconds = (ms: number): string =>
  `${ms.toLocaleString(undefined, { maximumFractionDigits: 1 })} ms`;

const COLUMNS: readonly Column<Phase>[] = [
  { header: 'Phase', kind: 'heading', cell: ({ name }) => PHASE_LABELS[name] ?? name },
  { header: 'Name', cell: ({ name }) => <code>{name}</code> },
  { header: 'Time', align: 'end', cell: ({ durationMs }) => milliseconds(durationMs) },
];

export function TimingView({ phases, durationMs }: TimingViewProps) {
  return (
    <>
      <div className={classes.timingBar} aria-hidden>
        {phases.map(({ name, durationMs: ms }) => (
          <span key={name} style={{ flexGrow: ms }} title={`${name}: ${milliseconds(ms)}`} />
        ))}
      </div>
      <div className={classes.phases}>
        <DataTable
          caption="Phases of the request"
          columns={COLUMNS}
          rows={phases}
          rowKey={({ name }) => name}
        />
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {milliseconds(durationMs)} from the click to the last byte, measured in this browser. On Cloudflare,
        phases without I/O show 0, because Workers only advance the clock during I/O.
      </Text>
    </>
  );
}
