import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { ListedJob } from '../../../schema/console/jobs.ts';
import { RequestError } from '../../api/request-error.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';

interface JobErrorDialogProps {
  readonly job: ListedJob | null;
  readonly onClose: () => void;
}

/** The error with its details and the id of the request that was accepted. */
export function JobErrorDialog({ job, onClose }: JobErrorDialogProps) {
  // Keep the error while the dialog closes.
  const [shown, setShown] = useState(job);
  if (job !== null && job !== shown) setShown(job);
  const error = shown?.error;
  return (
    <Modal opened={job !== null} onClose={onClose} title="Why the job failed" size="lg">
      {error && <ErrorAlert title={error.code} error={new RequestError({ status: 0, ...error })} />}
    </Modal>
  );
}
