import { Menu } from '@mantine/core';
import type { DeliveryBody, WebhookBody } from '../../../schema/api/webhooks.ts';
import { notifyOutcome } from '../../api/notify-outcome.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { OpenButton } from '../../components/OpenButton.tsx';
import { IconRefresh } from '../../icons/tabler.generated.ts';
import { useHasRole } from '../../session.ts';
import { AttemptDuration, AttemptResult } from './AttemptResult.tsx';
import { DeliveryStatus, NextAttempt } from './DeliveryStatus.tsx';
import { useWebhookChanges } from './use-webhooks.ts';
import classes from './Webhooks.module.css';

interface DeliveryTableProps {
  readonly deliveries: readonly DeliveryBody[];
  readonly webhook: WebhookBody;
  readonly onOpen: (delivery: DeliveryBody) => void;
}

export function DeliveryTable({ deliveries, webhook, onOpen }: DeliveryTableProps) {
  const canSend = useHasRole('admin') && webhook.enabled;
  const event: Column<DeliveryBody> = {
    header: 'Event',
    kind: 'heading',
    cell: (delivery) => (
      <>
        <OpenButton onClick={() => onOpen(delivery)}>{delivery.type}</OpenButton>
        <div className={classes.detail}>{delivery.id}</div>
      </>
    ),
  };
  const actions: Column<DeliveryBody> = {
    header: 'Actions',
    kind: 'menu',
    cell: (delivery) => <DeliveryMenu delivery={delivery} webhookId={webhook.id} />,
  };
  return (
    <Card padding="flush">
      <DataTable
        caption="Deliveries, newest first"
        columns={[event, ...COLUMNS, ...(canSend ? [actions] : [])]}
        rows={deliveries}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<DeliveryBody>[] = [
  { header: 'State', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="ago" /> },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts.length },
  { header: 'Last answer', cell: ({ attempts }) => <LastAnswer attempt={attempts.at(-1)} /> },
  { header: 'Duration', cell: ({ attempts }) => <AttemptDuration attempt={attempts.at(-1)} /> },
  { header: 'Next attempt', cell: (delivery) => <NextAttempt delivery={delivery} /> },
];

const LastAnswer = ({ attempt }: { readonly attempt: DeliveryBody['attempts'][number] | undefined }) =>
  attempt === undefined ? <DimmedText>None</DimmedText> : <AttemptResult attempt={attempt} />;

interface DeliveryMenuProps {
  readonly delivery: DeliveryBody;
  readonly webhookId: string;
}

function DeliveryMenu({ delivery: { id }, webhookId }: DeliveryMenuProps) {
  const { sendAgain } = useWebhookChanges(webhookId);
  return (
    <ActionMenu label={`Actions for ${id}`}>
      <Menu.Item
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void notifyOutcome(() => sendAgain(id), 'The event is sent again.')}
      >
        Send again
      </Menu.Item>
    </ActionMenu>
  );
}
