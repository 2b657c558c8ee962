import type { ListedJob } from '../../../schema/console/jobs.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useCancelJob } from './use-jobs.ts';

interface CancelDialogProps {
  readonly job: ListedJob | null;
  readonly onClose: () => void;
}

export function CancelDialog({ job, onClose }: CancelDialogProps) {
  const cancellation = useCancelJob();
  return (
    <ConfirmDialog
      opened={job !== null}
      onClose={onClose}
      title="Cancel job"
      confirmLabel="Cancel job"
      cancelLabel="Keep job"
      onConfirm={async () => job && cancellation.mutateAsync(job.jobId)}
    >
      The job ends. No file is stored and no credit is spent. To get the PDF later, send the request again.
    </ConfirmDialog>
  );
}
