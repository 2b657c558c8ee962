import { Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { CreatedWebhookBody } from '../../../schema/api/webhooks.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { secretDialog } from '../../components/secret-dialog.ts';
import { useFormSubmit } from '../../use-form-submit.ts';
import { NewSecretView } from './NewSecretView.tsx';
import { useCreateWebhook } from './use-webhooks.ts';
import { USUAL_EVENTS, WEBHOOK_RULES, WebhookFields, type WebhookForm } from './WebhookFields.tsx';

interface CreateWebhookDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CreateWebhookDialog({ opened, onClose }: CreateWebhookDialogProps) {
  // The secret is kept in this state only, until the dialog closes.
  const [created, setCreated] = useState<CreatedWebhookBody | null>(null);

  function close() {
    setCreated(null);
    onClose();
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created ? 'Your new webhook' : 'Create webhook'}
      size="lg"
      {...secretDialog(created !== null)}
    >
      {created ? (
        <NewSecretView webhook={created} onClose={close} />
      ) : (
        <CreateWebhookForm onCreated={setCreated} onCancel={close} />
      )}
    </Modal>
  );
}

interface CreateWebhookFormProps {
  readonly onCreated: (webhook: CreatedWebhookBody) => void;
  readonly onCancel: () => void;
}

function CreateWebhookForm({ onCreated, onCancel }: CreateWebhookFormProps) {
  const create = useCreateWebhook();
  const form = useForm<WebhookForm>({
    initialValues: { url: '', events: USUAL_EVENTS },
    validate: WEBHOOK_RULES,
  });
  const { submit, submitting, error } = useFormSubmit(form, async ({ url, events }) =>
    onCreated(await create({ url: url.trim(), events: [...events] })),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <WebhookFields form={form} />
        {error && <ErrorAlert error={error} title="The webhook was not created" />}
        <DialogActions onCancel={onCancel} submitLabel="Create webhook" submitting={submitting} />
      </Stack>
    </form>
  );
}
