import { Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { WebhookBody } from '../../../schema/api/webhooks.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useFormSubmit } from '../../use-form-submit.ts';
import { useWebhookChanges } from './use-webhooks.ts';
import { WEBHOOK_RULES, WebhookFields, type WebhookForm } from './WebhookFields.tsx';

interface EditWebhookDialogProps {
  readonly webhook: WebhookBody;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const EditWebhookDialog = ({ webhook, opened, onClose }: EditWebhookDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Edit webhook" size="lg">
    <EditWebhookForm webhook={webhook} onClose={onClose} />
  </Modal>
);

/** Mounted with the dialog, so that it starts with the current values. */
function EditWebhookForm({ webhook, onClose }: Omit<EditWebhookDialogProps, 'opened'>) {
  const { update } = useWebhookChanges(webhook.id);
  const form = useForm<WebhookForm>({
    initialValues: { url: webhook.url, events: webhook.events },
    validate: WEBHOOK_RULES,
  });
  const { submit, submitting, error } = useFormSubmit(form, async ({ url, events }) => {
    await update({ url: url.trim(), events: [...events] });
    notifications.show({ message: 'The webhook was changed.' });
    onClose();
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <WebhookFields form={form} />
        {error && <ErrorAlert error={error} title="The webhook was not changed" />}
        <DialogActions onCancel={onClose} submitLabel="Save" submitting={submitting} />
      </Stack>
    </form>
  );
}
