import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { CreatedKey } from '../../../schema/console/keys.ts';
import { SecretValue } from '../../components/SecretValue.tsx';
import { IconPlayerPlay } from '../../icons/tabler.generated.ts';
import { passToPlayground } from '../../playground-handoff.ts';

interface CreatedKeyViewProps {
  readonly created: CreatedKey;
  readonly onClose: () => void;
}

export function CreatedKeyView({ created, onClose }: CreatedKeyViewProps) {
  const navigate = useNavigate();
  const { workspaceId, key, name, environment, permissions } = created;

  function tryIt() {
    passToPlayground(workspaceId, { key });
    onClose();
    void navigate({ to: '/w/$workspaceId/playground', params: { workspaceId } });
  }

  return (
    <Stack>
      <Alert color="cyan" variant="outline" title={`“${name}” was created`} role="status">
        <Text size="sm">
          Copy the key now and store it with the secrets of your server. You cannot see it again.
        </Text>
      </Alert>
      <SecretValue value={key} label="key" />
      <Text size="sm" c="dimmed">
        {environment === 'test'
          ? 'Test key: uses no credits, adds a watermark to every page, keeps files for 24 hours.'
          : 'Live key: each PDF uses one credit.'}
      </Text>
      <Group justify="flex-end" gap="sm">
        {permissions.includes('pdf.generate') && (
          <Button variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={tryIt}>
            Try it in the playground
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
