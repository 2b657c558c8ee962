import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { CreatedWebhookBody } from '../../../schema/api/webhooks.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { SecretValue } from '../../components/SecretValue.tsx';

interface NewSecretViewProps {
  readonly webhook: CreatedWebhookBody;
  readonly onClose: () => void;
}

/** After a creation or a rotation. */
export function NewSecretView({ webhook, onClose }: NewSecretViewProps) {
  const { secret, previousSecretUntil } = webhook;
  const isRotation = previousSecretUntil !== null;
  return (
    <Stack>
      <Alert
        color="cyan"
        variant="outline"
        title={isRotation ? 'The secret was replaced' : 'The webhook was created'}
        role="status"
      >
        <Text size="sm">
          Copy the secret now and store it with the secrets of your server. You cannot see it again.
        </Text>
      </Alert>
      <SecretValue value={secret} label="secret" />
      <Text size="sm" c="dimmed" component="div">
        {isRotation ? (
          <>
            Until <DateTime value={previousSecretUntil} />, each request has two signatures: with the new
            secret and with the previous one.
          </>
        ) : (
          <>
            Your server verifies the signature of each request with it. Requests are signed by Standard
            Webhooks 1.0.
          </>
        )}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
