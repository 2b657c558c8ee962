import { Box, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ListedWebhook } from '../../../schema/console/webhooks.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { NotInWorkspace } from '../../components/NotInWorkspace.tsx';
import { IconSend, IconWebhookOff } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { Deliveries } from './Deliveries.tsx';
import { useWebhookChanges, webhooksQuery } from './use-webhooks.ts';
import { WebhookFacts } from './WebhookFacts.tsx';
import { WebhookMenu } from './WebhookMenu.tsx';

export function WebhookPage() {
  const { id } = useWorkspace();
  const { webhookId } = useParams({ strict: false });
  const query = useQuery(webhooksQuery(id));
  const webhook = query.data?.webhooks.find((listed) => listed.id === webhookId);
  if (webhook !== undefined) return <LoadedWebhook webhook={webhook} />;
  return (
    <Page title="Webhook">
      <QueryView query={query} label="the webhook">
        {() => <NotInWorkspace icon={IconWebhookOff} title="Webhook not found" list="webhooks" />}
      </QueryView>
    </Page>
  );
}

function LoadedWebhook({ webhook }: { readonly webhook: ListedWebhook }) {
  const { id: workspaceId } = useWorkspace();
  const canChange = useHasRole('admin');
  const navigate = useNavigate();
  const { sendTest } = useWebhookChanges(webhook.id);
  const test = useMutation({ mutationFn: sendTest });
  const leave = () => void navigate({ to: '/w/$workspaceId/webhooks', params: { workspaceId } });
  const actions = canChange && (
    <>
      {webhook.enabled && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send test event
        </Button>
      )}
      <WebhookMenu webhook={webhook} variant="default" onDeleted={leave} />
    </>
  );
  return (
    <Page title={new URL(webhook.url).host} actions={actions}>
      {test.error && (
        <Box mb="md">
          <ErrorAlert error={test.error} title="The test event was not sent" />
        </Box>
      )}
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Page>
  );
}
