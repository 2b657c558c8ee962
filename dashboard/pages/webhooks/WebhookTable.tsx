import type { ListedWebhook } from '../../../schema/console/webhooks.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { StateBadge } from '../../components/StatusBadge.tsx';
import { TextLink } from '../../components/links.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { EventNames } from './EventNames.tsx';
import { DELIVERY_LABELS } from './webhook-labels.ts';
import { WebhookMenu } from './WebhookMenu.tsx';
import classes from './Webhooks.module.css';
import { WebhookState } from './WebhookState.tsx';

const COLUMNS: readonly Column<ListedWebhook>[] = [
  { header: 'Address', kind: 'heading', cell: (webhook) => <Address webhook={webhook} /> },
  { header: 'Events', cell: ({ events }) => <EventNames events={events} /> },
  { header: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { header: 'Last delivery', cell: (webhook) => <LastDelivery webhook={webhook} /> },
];

const MENU: Column<ListedWebhook> = {
  header: 'Actions',
  kind: 'menu',
  cell: (webhook) => <WebhookMenu webhook={webhook} />,
};

export function WebhookTable({ webhooks }: { readonly webhooks: readonly ListedWebhook[] }) {
  const canChange = useHasRole('admin');
  return (
    <Card padding="flush">
      <DataTable
        caption="Webhooks, oldest first"
        columns={canChange ? [...COLUMNS, MENU] : COLUMNS}
        rows={webhooks}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

interface WebhookProps {
  readonly webhook: ListedWebhook;
}

function Address({ webhook: { id, url } }: WebhookProps) {
  const { id: workspaceId } = useWorkspace();
  return (
    <TextLink
      to="/w/$workspaceId/webhooks/$webhookId"
      params={{ workspaceId, webhookId: id }}
      inherit
      className={classes.address}
    >
      {url}
    </TextLink>
  );
}

function LastDelivery({ webhook: { lastDelivery } }: WebhookProps) {
  if (lastDelivery === null) return <DimmedText>None</DimmedText>;
  const { state, type, createdAt } = lastDelivery;
  return (
    <>
      <StateBadge {...DELIVERY_LABELS[state]} />
      <div className={classes.detail}>
        {type}, <DateTime value={createdAt} show="ago" />
      </div>
    </>
  );
}
