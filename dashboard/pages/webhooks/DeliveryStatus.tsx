import type { DeliveryBody } from '../../../schema/api/webhooks.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { StateBadge } from '../../components/StatusBadge.tsx';
import { isDue, isRunning } from './delivery-state.ts';
import { DELIVERY_LABELS } from './webhook-labels.ts';

interface DeliveryProps {
  readonly delivery: DeliveryBody;
}

export const DeliveryStatus = ({ delivery: { state } }: DeliveryProps) => (
  <StateBadge {...DELIVERY_LABELS[state]} />
);

export function NextAttempt({ delivery }: DeliveryProps) {
  const { nextAttemptAt } = delivery;
  if (nextAttemptAt === null) return <DimmedText>None</DimmedText>;
  if (isRunning(delivery)) return 'Running';
  if (isDue(delivery)) return 'Now';
  return <DateTime value={nextAttemptAt} />;
}
