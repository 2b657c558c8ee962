import { Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { WebhookBody } from '../../../schema/api/webhooks.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { secretDialog } from '../../components/secret-dialog.ts';
import { NewSecretView } from './NewSecretView.tsx';
import { previousSecretUntil } from './previous-secret.ts';
import { useWebhookChanges } from './use-webhooks.ts';

interface RotateSecretDialogProps {
  readonly webhook: WebhookBody;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function RotateSecretDialog({ webhook, opened, onClose }: RotateSecretDialogProps) {
  const { rotate } = useWebhookChanges(webhook.id);
  // Its data has the secret.
  const rotation = useMutation({ mutationFn: rotate, gcTime: 0 });

  function close() {
    rotation.reset();
    onClose();
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={rotation.data ? 'Your new secret' : 'Rotate secret'}
      size="lg"
      {...secretDialog(rotation.data !== undefined)}
    >
      {rotation.data ? (
        <NewSecretView webhook={rotation.data} onClose={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rotation.mutate();
          }}
        >
          <Stack>
            <Confirmation webhook={webhook} />
            {rotation.error && <ErrorAlert error={rotation.error} title="The secret was not replaced" />}
            <DialogActions onCancel={close} submitLabel="Rotate secret" submitting={rotation.isPending} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function Confirmation({ webhook }: { readonly webhook: WebhookBody }) {
  const until = previousSecretUntil(webhook);
  return (
    <>
      <Text size="sm">
        The webhook gets a new secret. For 24 hours, each request has two signatures, with the new secret and
        with the current one. Change the secret in your server in this time.
      </Text>
      {until !== null && (
        <Text size="sm" component="div">
          The secret was replaced before. The secret before the current one is valid until{' '}
          <DateTime value={until} />. If you continue, it stops being valid now.
        </Text>
      )}
    </>
  );
}
