import { Modal } from '@mantine/core';
import { useState } from 'react';
import { RequestError } from '../../api/request-error.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import type { PrintError } from './PrintResult.tsx';

interface PrintErrorDialogProps {
  readonly title: string;
  readonly error: PrintError | null;
  readonly onClose: () => void;
}

/** The error with its details and the id of the request that was accepted. */
export function PrintErrorDialog({ title, error, onClose }: PrintErrorDialogProps) {
  // Keep the error while the dialog closes.
  const [shown, setShown] = useState(error);
  if (error !== null && error !== shown) setShown(error);
  return (
    <Modal opened={error !== null} onClose={onClose} title={title} size="lg">
      {shown && <ErrorAlert title={shown.code} error={new RequestError({ status: 0, ...shown })} />}
    </Modal>
  );
}
