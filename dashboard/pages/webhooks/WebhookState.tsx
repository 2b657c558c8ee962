import type { WebhookBody } from '../../../schema/api/webhooks.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';

export function WebhookState({ webhook: { disabledReason } }: { readonly webhook: WebhookBody }) {
  if (disabledReason === null) return <StatusBadge tone="good">Enabled</StatusBadge>;
  if (disabledReason === 'request') return <StatusBadge tone="quiet">Disabled</StatusBadge>;
  return <StatusBadge tone="bad">Disabled: answered 410</StatusBadge>;
}
