import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CopyButton } from '../../components/CopyButton.tsx';
import { IconSend } from '../../icons/tabler.generated.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { formatJson } from '../../json/json-value.ts';
import { passToPlayground } from '../../playground-handoff.ts';
import { KEY_VARIABLE } from '../playground/api-call.ts';
import { CodeTabs } from '../playground/CodeSamples.tsx';
import { toTemplateDraft } from '../playground/default-draft.ts';
import { type RequestDraft, readDraft } from '../playground/request-draft.ts';
import { chosenText } from './samples.ts';
import type { Editing } from './use-draft.ts';

interface UseInApiProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The request that prints the template, with the sample data. */
export const UseInApi = ({ opened, onClose, ...props }: UseInApiProps) => (
  <Modal opened={opened} onClose={onClose} title="Use in API" size="xl">
    <ApiRequest {...props} />
  </Modal>
);

function ApiRequest({ workspaceId, editing }: Omit<UseInApiProps, 'opened' | 'onClose'>) {
  const navigate = useNavigate();
  const request = toRequest(editing);
  const { call } = readDraft(request, window.location.origin);

  async function openInPlayground() {
    passToPlayground(workspaceId, { draft: request });
    await navigate({ to: '/w/$workspaceId/playground', params: { workspaceId } });
  }

  return (
    <Stack>
      <Text size="sm">{describeVersion(editing)}</Text>
      <Text size="sm">
        The code reads the API key from the environment variable <code>{KEY_VARIABLE}</code>. The data is the
        sample data.
      </Text>
      {call && <CodeTabs call={call} />}
      <Group justify="space-between" gap="sm">
        <CopyButton value={editing.template.id} label="Copy template ID" size="sm" />
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => void openInPlayground()}>
          Open in playground
        </Button>
      </Group>
    </Stack>
  );
}

/** With the chosen data of the editor, or with the saved default while that is not valid JSON. */
function toRequest({ template: { id, sampleData }, draft }: Editing): RequestDraft {
  const text = chosenText(draft);
  const isValid = readJsonObject(text).value !== null;
  return toTemplateDraft(id, isValid ? text : formatJson(sampleData ?? {}));
}

function describeVersion({ template: { publishedVersion, latestVersion }, unsaved }: Editing): string {
  if (publishedVersion === null)
    return 'The API prints only published versions. Until you publish the template, the API answers TEMPLATE_NOT_FOUND.';
  const isOutdated = unsaved || publishedVersion !== latestVersion;
  return `The API prints version ${publishedVersion}${isOutdated ? ', until you publish your changes' : ''}.`;
}
