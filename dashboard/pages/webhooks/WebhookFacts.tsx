import type { WebhookBody } from '../../../schema/api/webhooks.ts';
import { Facts } from '../../components/Facts.tsx';
import { Card } from '../../components/Card.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EventNames } from './EventNames.tsx';
import { previousSecretUntil } from './previous-secret.ts';
import { WebhookState } from './WebhookState.tsx';

export function WebhookFacts({ webhook }: { readonly webhook: WebhookBody }) {
  const { url, events, createdAt, disabledReason } = webhook;
  const until = previousSecretUntil(webhook);
  return (
    <Card>
      <Facts>
        <dt>Address</dt>
        <dd>{url}</dd>
        <dt>State</dt>
        <dd>
          <WebhookState webhook={webhook} />
          {disabledReason !== null && ' It gets no events until it is enabled.'}
        </dd>
        <dt>Events</dt>
        <dd>
          <EventNames events={events} />
        </dd>
        <dt>Signatures</dt>
        <dd>
          {until === null ? (
            'One, with the secret'
          ) : (
            <>
              Two, with the new and the previous secret, until <DateTime value={until} />
            </>
          )}
        </dd>
        <dt>Created</dt>
        <dd>
          <DateTime value={createdAt} />
        </dd>
      </Facts>
    </Card>
  );
}
