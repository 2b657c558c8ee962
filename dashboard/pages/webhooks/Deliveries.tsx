import { Group, Title } from '@mantine/core';
import { useState } from 'react';
import type { DeliveryBody, WebhookBody } from '../../../schema/api/webhooks.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../../schema/webhooks.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { StateSelect } from '../../components/StateSelect.tsx';
import { IconSend } from '../../icons/tabler.generated.ts';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';
import { useDeliveries } from './use-webhooks.ts';
import { DELIVERY_LABELS } from './webhook-labels.ts';

export function Deliveries({ webhook }: { readonly webhook: WebhookBody }) {
  const [state, setState] = useState<DeliveryState | null>(null);
  const [opened, setOpened] = useState<DeliveryBody | null>(null);
  const query = useDeliveries(webhook.id, state);
  // The list is loaded again while the drawer is open.
  const current = query.data?.find(({ id }) => id === opened?.id) ?? opened;

  return (
    <section aria-label="Deliveries">
      <Group justify="space-between" align="flex-end" mt="xl" mb="md">
        <Title order={2} size="h4">
          Deliveries
        </Title>
        <StateSelect
          aria-label="State of the deliveries"
          states={DELIVERY_STATES}
          toLabel={(known) => DELIVERY_LABELS[known].label}
          all="All deliveries"
          value={state}
          onChange={setState}
        />
      </Group>
      <PagedList
        query={query}
        noun={['delivery', 'deliveries']}
        next="older"
        empty={<NoDeliveries filtered={state !== null} />}
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} webhook={webhook} onOpen={setOpened} />}
      </PagedList>
      <DeliveryDrawer delivery={opened && current} webhook={webhook} onClose={() => setOpened(null)} />
    </section>
  );
}

const NoDeliveries = ({ filtered }: { readonly filtered: boolean }) => (
  <EmptyState icon={IconSend} title={filtered ? 'No deliveries in this state' : 'No deliveries yet'}>
    {filtered
      ? 'Choose another state.'
      : 'Each event that is sent to this webhook is listed here for seven days after it ended. To try it, send a test event.'}
  </EmptyState>
);
