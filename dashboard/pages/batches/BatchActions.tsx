import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconPlayerPlay, IconRefresh } from '../../icons/tabler.generated.ts';
import { useMutation } from '@tanstack/react-query';
import type { Batch } from '../../../schema/api/batches.ts';
import { notifyOutcome } from '../../api/notify-outcome.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { canRetry, isOpen } from './batch-state.ts';
import { useBatchChanges } from './use-batches.ts';

export function BatchActions({ batch }: { readonly batch: Batch }) {
  const { cancel, resume, retryFailed } = useBatchChanges(batch.batchId);
  const [canceling, confirmation] = useDisclosure(false);
  const resuming = useMutation({ mutationFn: () => notifyOutcome(resume, 'The batch goes on.') });
  const retrying = useMutation({
    mutationFn: () => notifyOutcome(retryFailed, 'The failed rows are queued again.'),
  });
  return (
    <>
      {batch.state === 'paused' && (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={resuming.isPending}
          onClick={() => resuming.mutate()}
        >
          Resume
        </Button>
      )}
      {canRetry(batch) && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retrying.isPending}
          onClick={() => retrying.mutate()}
        >
          Retry failed rows
        </Button>
      )}
      {isOpen(batch) && (
        <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={confirmation.open}>
          Cancel batch
        </Button>
      )}
      <ConfirmDialog
        opened={canceling}
        onClose={confirmation.close}
        title="Cancel batch"
        confirmLabel="Cancel batch"
        cancelLabel="Keep batch"
        onConfirm={cancel}
      >
        Rows that wait are not printed, and no archive or merged PDF is made. PDFs that were made stay, and
        their credits are spent. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
