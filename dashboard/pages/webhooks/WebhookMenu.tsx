import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { WebhookBody } from '../../../schema/api/webhooks.ts';
import { notifyOutcome } from '../../api/notify-outcome.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '../../icons/tabler.generated.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import { EditWebhookDialog } from './EditWebhookDialog.tsx';
import { RotateSecretDialog } from './RotateSecretDialog.tsx';
import { useWebhookChanges } from './use-webhooks.ts';

interface WebhookMenuProps {
  readonly webhook: WebhookBody;
  readonly variant?: 'subtle' | 'default';
  readonly onDeleted?: () => void;
}

type OpenDialog = 'edit' | 'rotate' | 'disable' | 'delete';

export function WebhookMenu({ webhook, variant = 'subtle', onDeleted }: WebhookMenuProps) {
  const { url, enabled, id } = webhook;
  const { update, sendTest } = useWebhookChanges(id);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);

  return (
    <>
      <ActionMenu label={`Actions for ${url}`} variant={variant}>
        {enabled && (
          <Menu.Item
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => void notifyOutcome(sendTest, 'A test event was sent.')}
          >
            Send test event
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setDialog('rotate')}>
          Rotate secret
        </Menu.Item>
        {enabled ? (
          <Menu.Item
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={() => setDialog('disable')}
          >
            Disable
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => void notifyOutcome(() => update({ enabled: true }), 'The webhook is enabled.')}
          >
            Enable
          </Menu.Item>
        )}
        <Menu.Item
          color={DANGER_TEXT_COLOR}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setDialog('delete')}
        >
          Delete
        </Menu.Item>
      </ActionMenu>
      <WebhookDialogs
        webhook={webhook}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onDeleted={onDeleted}
      />
    </>
  );
}

interface WebhookDialogsProps {
  readonly webhook: WebhookBody;
  readonly dialog: OpenDialog | null;
  readonly onClose: () => void;
  readonly onDeleted: (() => void) | undefined;
}

function WebhookDialogs({ webhook, dialog, onClose, onDeleted }: WebhookDialogsProps) {
  const { update, remove } = useWebhookChanges(webhook.id);
  return (
    <>
      <EditWebhookDialog webhook={webhook} opened={dialog === 'edit'} onClose={onClose} />
      <RotateSecretDialog webhook={webhook} opened={dialog === 'rotate'} onClose={onClose} />
      <ConfirmDialog
        opened={dialog === 'disable'}
        onClose={onClose}
        title="Disable webhook"
        confirmLabel="Disable webhook"
        onConfirm={() => update({ enabled: false })}
      >
        “{webhook.url}” gets no events until you enable it. Pending deliveries end as failed. You can send
        them again later.
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={onClose}
        title="Delete webhook"
        confirmLabel="Delete webhook"
        onConfirm={async () => {
          await remove();
          onDeleted?.();
        }}
      >
        “{webhook.url}” gets no more events. Its deliveries and its secret are deleted. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
