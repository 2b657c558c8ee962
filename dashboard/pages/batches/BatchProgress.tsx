import { Progress } from '@mantine/core';
import type { Batch } from '../../../schema/api/batches.ts';
import { percentOf } from './batch-state.ts';
import classes from './Batches.module.css';

/** Shows the number of rows that have ended, by outcome. */
export function BatchProgress({
  batch: { rows },
  size,
}: {
  readonly batch: Batch;
  readonly size: 'sm' | 'lg';
}) {
  const ended = rows.succeeded + rows.failed + rows.canceled;
  return (
    <div className={classes.progress}>
      <Progress.Root size={size} aria-hidden>
        <Progress.Section value={percentOf(rows.succeeded, rows.total)} className={classes.succeeded} />
        <Progress.Section value={percentOf(rows.failed, rows.total)} className={classes.failed} />
        <Progress.Section value={percentOf(rows.canceled, rows.total)} className={classes.canceled} />
      </Progress.Root>
      <span className={classes.count}>
        {ended.toLocaleString()} of {rows.total.toLocaleString()}
        {rows.failed > 0 && `, ${rows.failed.toLocaleString()} failed`}
      </span>
    </div>
  );
}
