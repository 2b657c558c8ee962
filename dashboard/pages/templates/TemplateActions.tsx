import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useShortcut } from '../../document-editor/use-shortcut.ts';
import { TemplateMenu } from './TemplateMenu.tsx';
import type { TemplateTab } from './template-place.ts';
import { UseInApi } from './UseInApi.tsx';
import type { Editing } from './use-draft.ts';
import { useSaving } from './use-saving.ts';

interface TemplateActionsProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  /** Called with the tab whose JSON cannot be saved. */
  readonly onInvalidJson: (tab: TemplateTab) => void;
}

export function TemplateActions({ workspaceId, editing, onInvalidJson }: TemplateActionsProps) {
  const { template, unsaved } = editing;
  const { run, running } = useSaving(editing, onInvalidJson);
  const [usesApi, api] = useDisclosure(false);
  const isPublished = !unsaved && template.latestVersion === template.publishedVersion;
  useShortcut('s', () => unsaved && void run('save'));

  return (
    <>
      <Button variant="default" onClick={api.open}>
        Use in API
      </Button>
      <Button
        variant="default"
        loading={running === 'save'}
        disabled={!unsaved || running !== null}
        onClick={() => void run('save')}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save draft
      </Button>
      <Button
        loading={running === 'publish'}
        disabled={isPublished || running !== null}
        onClick={() => void run('publish')}
      >
        Publish
      </Button>
      <TemplateMenu
        workspaceId={workspaceId}
        editing={editing}
        onSave={(action, note) => void run(action, note)}
      />
      <UseInApi workspaceId={workspaceId} editing={editing} opened={usesApi} onClose={api.close} />
    </>
  );
}
