import type { DeliveryBody } from '../../../schema/api/webhooks.ts';
import { DimmedText } from '../../components/DimmedText.tsx';
import { formatDuration } from '../../format-duration.ts';
import classes from './Webhooks.module.css';
import { ATTEMPT_ERROR_LABELS } from './webhook-labels.ts';

type Attempt = DeliveryBody['attempts'][number];

/** The HTTP status, and why the attempt failed. */
export function AttemptResult({ attempt: { status, error, durationMs } }: { readonly attempt: Attempt }) {
  if (error === null && status === null) {
    return <DimmedText>{durationMs === null ? 'No answer yet' : 'None'}</DimmedText>;
  }
  return (
    <>
      {status !== null && <strong>{status}</strong>}
      {error !== null && <div className={classes.detail}>{ATTEMPT_ERROR_LABELS[error]}</div>}
    </>
  );
}

export function AttemptDuration({ attempt }: { readonly attempt: Attempt | undefined }) {
  if (attempt === undefined || attempt.durationMs === null) return <DimmedText>None</DimmedText>;
  return <span className={classes.whole}>{formatDuration(attempt.durationMs)}</span>;
}
