import { Button, Group, Stack, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DeliveryBody, WebhookBody } from '../../../schema/api/webhooks.ts';
import { Facts } from '../../components/Facts.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { IconRefresh } from '../../icons/tabler.generated.ts';
import { useHasRole } from '../../session.ts';
import { AttemptDuration, AttemptResult } from './AttemptResult.tsx';
import { DeliveryStatus, NextAttempt } from './DeliveryStatus.tsx';
import { useWebhookChanges } from './use-webhooks.ts';
import classes from './Webhooks.module.css';

interface DeliveryDrawerProps {
  readonly delivery: DeliveryBody | null;
  readonly webhook: WebhookBody;
  readonly onClose: () => void;
}

export function DeliveryDrawer({ delivery, webhook, onClose }: DeliveryDrawerProps) {
  return (
    <SideDrawer item={delivery} onClose={onClose} title={({ type }) => type}>
      {(shown) => <OpenedDelivery key={shown.id} delivery={shown} webhook={webhook} />}
    </SideDrawer>
  );
}

interface OpenedDeliveryProps {
  readonly delivery: DeliveryBody;
  readonly webhook: WebhookBody;
}

function OpenedDelivery({ delivery, webhook }: OpenedDeliveryProps) {
  const canSend = useHasRole('admin') && webhook.enabled;
  const { sendAgain } = useWebhookChanges(webhook.id);
  const sending = useMutation({ mutationFn: () => sendAgain(delivery.id) });
  return (
    <Stack>
      <Group gap="xs">
        {canSend && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          >
            Send again
          </Button>
        )}
        <CopyButton value={delivery.id} label="Copy ID" />
      </Group>
      {sending.error && <ErrorAlert error={sending.error} title="The event was not sent again" />}
      <DeliveryFacts delivery={delivery} />
      <Title order={3} size="h5">
        Attempts
      </Title>
      <Attempts attempts={delivery.attempts} />
    </Stack>
  );
}

const DeliveryFacts = ({ delivery }: { readonly delivery: DeliveryBody }) => (
  <Facts>
    <dt>State</dt>
    <dd>
      <DeliveryStatus delivery={delivery} />
    </dd>
    <dt>Created</dt>
    <dd>
      <DateTime value={delivery.createdAt} />
    </dd>
    <dt>Next attempt</dt>
    <dd>
      <NextAttempt delivery={delivery} />
    </dd>
    <dt>webhook-id</dt>
    <dd>
      <code>{delivery.id}</code>
    </dd>
  </Facts>
);

type Attempt = DeliveryBody['attempts'][number];

const COLUMNS: readonly Column<Attempt>[] = [
  { header: 'Time', kind: 'heading', cell: ({ at }) => <DateTime value={at} show="second" /> },
  { header: 'Answer', cell: (attempt) => <AttemptResult attempt={attempt} /> },
  { header: 'Duration', cell: (attempt) => <AttemptDuration attempt={attempt} /> },
];

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <DimmedText>None yet</DimmedText>;
  return (
    <div className={classes.attempts}>
      <DataTable
        caption="Attempts, newest first"
        columns={COLUMNS}
        rows={attempts.toReversed()}
        rowKey={({ at }) => at}
      />
    </div>
  );
}
