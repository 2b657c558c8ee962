import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { CreatedKey } from '../../../schema/console/keys.ts';
import { SecretValue } from '../../components/SecretValue.tsx';
import { passKeyToPlayground } from '../../playground-key.ts';

interface CreatedKeyViewProps {
  readonly created: CreatedKey;
  readonly onClose: () => void;
}

export function CreatedKeyView({ created, onClose }: CreatedKeyViewProps) {
  const navigate = useNavigate();
  const { workspaceId, key, name, environment, permissions } = created;

  function tryIt() {
    passKeyToPlayground(workspaceId, key);
    onClose();
    void navigate({ to: '/w/$workspaceId/playground', params: { workspaceId } });
  }

  return (
    <Stack>
      <Alert color="cyan" variant="outline" title={`“${name}” works from now on`} role="status">
        <Text size="sm">
          This is the only time that the whole key is shown. Copy it now, and keep it where your server reads
          its secrets.
        </Text>
      </Alert>
      <SecretValue value={key} label="key" />
      <Text size="sm" c="dimmed">
        {environment === 'test'
          ? 'A test key: no credits, a watermark on every page, files kept for 24 hours.'
          : 'A live key: each PDF spends a credit.'}
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
