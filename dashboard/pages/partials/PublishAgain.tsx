import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentUse } from '../../../schema/api/components.ts';
import { toErrorMessage } from '../../api/error-message.ts';
import { fetchTemplate, publishVersion, templatesKey } from '../templates/templates-api.ts';
import { partialsKey } from './partials-api.ts';

interface PublishAgainProps {
  readonly workspaceId: string;
  /** An empty list closes the dialog. */
  readonly uses: readonly ComponentUse[];
  readonly onPublished: (templateId: string) => void;
  readonly onClose: () => void;
}

export function PublishAgain({ uses, onClose, ...publishing }: PublishAgainProps) {
  return (
    <Modal opened={uses.length > 0} onClose={onClose} title="Publish again">
      <Publishing {...publishing} uses={uses} onClose={onClose} />
    </Modal>
  );
}

interface Failure {
  readonly name: string;
  readonly message: string;
}

/** Publishes one template after the other. A failure does not stop the rest. */
function Publishing({ workspaceId, uses, onPublished, onClose }: PublishAgainProps) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  async function publish() {
    setRunning(true);
    const failed: Failure[] = [];
    for (const { templateId, name } of uses) {
      try {
        await publishAgain(workspaceId, templateId);
        onPublished(templateId);
      } catch (error) {
        failed.push({ name, message: toErrorMessage(error) });
      }
    }
    await queryClient.invalidateQueries({ queryKey: [...partialsKey(workspaceId), 'uses'] });
    await queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'list'] });
    setRunning(false);
    setFailures(failed);
    if (failed.length === 0) onClose();
  }

  return (
    <Stack>
      <Text size="sm">
        {uses.length === 1
          ? `“${uses[0]?.name}” gets a new version: its published content with the newest assets and partials.`
          : `${uses.length} templates get a new version: their published content with the newest assets and partials.`}{' '}
        Drafts are kept.
      </Text>
      {failures.length > 0 && (
        <List size="sm" role="alert">
          {failures.map(({ name, message }) => (
            <List.Item key={name}>
              “{name}” was not published: {message}
            </List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={running} onClick={() => void publish()} data-autofocus>
          Publish again
        </Button>
      </Group>
    </Stack>
  );
}

async function publishAgain(ws: string, templateId: string): Promise<void> {
  const { publishedVersion } = await fetchTemplate(ws, templateId);
  if (publishedVersion === null) return;
  await publishVersion(ws, templateId, { version: publishedVersion, parts: 'current' });
}
