import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MAX_WEBHOOKS } from '../../../schema/webhooks.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { IconPlus, IconWebhook } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx';
import { webhooksQuery } from './use-webhooks.ts';
import { WebhookTable } from './WebhookTable.tsx';

/** Source: contract 10.6. */
export function WebhooksPage() {
  const { id } = useWorkspace();
  const canChange = useHasRole('admin');
  const query = useQuery(webhooksQuery(id));
  const [creating, { open, close }] = useDisclosure(false);
  const isFull = (query.data?.webhooks.length ?? 0) >= MAX_WEBHOOKS;
  const create = canChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open} disabled={isFull}>
      Create webhook
    </Button>
  );

  return (
    <Page
      title="Webhooks"
      description="A webhook is an address of yours that receives events of this workspace, such as a finished job."
      // Shown for an empty list too: the focus returns here when the dialog closes.
      actions={create}
    >
      <QueryView query={query} label="the webhooks">
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <EmptyState icon={IconWebhook} title="No webhooks yet">
              Create a webhook to be informed when jobs and batches end, files are deleted or credits run low.
              {!canChange && ' Ask an admin or owner of this workspace.'}
            </EmptyState>
          ) : (
            <>
              <WebhookTable webhooks={webhooks} />
              <Text size="sm" c="dimmed" mt="sm">
                {webhooks.length} of {MAX_WEBHOOKS} webhooks.
              </Text>
            </>
          )
        }
      </QueryView>
      <CreateWebhookDialog opened={creating} onClose={close} />
    </Page>
  );
}
