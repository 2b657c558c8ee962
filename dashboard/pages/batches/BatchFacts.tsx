import { Button } from '@mantine/core';
import { IconDownload } from '../../icons/tabler.generated.ts';
import type { Batch } from '../../../schema/api/batches.ts';
import { ROW_STATES } from '../../../schema/batches.ts';
import { toSameOriginPath } from '../../api/same-origin-path.ts';
import { Facts } from '../../components/Facts.tsx';
import { Card } from '../../components/Card.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { formatBytes } from '../../components/FileSize.tsx';
import { StateBadge } from '../../components/StatusBadge.tsx';
import { TestBadge } from '../../components/TestBadge.tsx';
import { BATCH_LABELS, OUTPUT_STATE_LABELS, OUTPUT_TYPE_LABELS, ROW_LABELS } from './batch-state.ts';
import classes from './Batches.module.css';
import { BatchProgress } from './BatchProgress.tsx';
import { TemplateOfBatch } from './TemplateOfBatch.tsx';

interface BatchProps {
  readonly batch: Batch;
}

export function BatchFacts({ batch }: BatchProps) {
  const { state, environment, createdAt, finishedAt, expiresAt } = batch;
  return (
    <Card>
      <Facts>
        <dt>State</dt>
        <dd aria-live="polite">
          <StateBadge {...BATCH_LABELS[state]} />
          {environment === 'test' && <TestBadge />}
        </dd>
        <dt>Progress</dt>
        <dd>
          <BatchProgress batch={batch} size="lg" />
        </dd>
        <dt>Rows</dt>
        <dd>{countRows(batch)}</dd>
        <dt>Template</dt>
        <dd>
          <TemplateOfBatch batch={batch} />
        </dd>
        <dt>Output</dt>
        <dd>
          <Output batch={batch} />
        </dd>
        <dt>Created</dt>
        <dd>
          <DateTime value={createdAt} />
        </dd>
        {finishedAt !== null && (
          <>
            <dt>Ended</dt>
            <dd>
              <DateTime value={finishedAt} />
            </dd>
          </>
        )}
        {expiresAt !== null && (
          <>
            <dt>Kept until</dt>
            <dd>
              <DateTime value={expiresAt} />
            </dd>
          </>
        )}
      </Facts>
    </Card>
  );
}

/** `2 queued, 5 succeeded`. */
const countRows = ({ rows }: Batch): string =>
  ROW_STATES.filter((state) => rows[state] > 0)
    .map((state) => `${rows[state].toLocaleString()} ${ROW_LABELS[state].label.toLowerCase()}`)
    .join(', ');

function Output({ batch: { output } }: BatchProps) {
  const { type, state, url, sizeBytes, missing, error } = output;
  if (type === 'files') return OUTPUT_TYPE_LABELS.files;
  if (state === 'ready' && url !== null) {
    return (
      <>
        <Button
          component="a"
          href={toSameOriginPath(url)}
          download
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {type === 'zip' ? 'Download ZIP' : 'Download merged PDF'}
          {sizeBytes !== null && ` (${formatBytes(sizeBytes)})`}
        </Button>
        {missing > 0 && (
          <div className={classes.detail}>
            Without {missing.toLocaleString()} PDFs, which were deleted before.
          </div>
        )}
      </>
    );
  }
  return (
    <>
      {OUTPUT_TYPE_LABELS[type]}. {OUTPUT_STATE_LABELS[state]}
      {error === null ? '' : `: ${error.message}`}
    </>
  );
}
