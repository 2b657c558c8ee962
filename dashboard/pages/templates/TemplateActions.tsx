import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { toErrorMessage } from '../../api/error-message.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { IconCopy, IconPencil, IconSend, IconTrash } from '../../icons/tabler.generated.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import type { EditorTab } from './use-editor-place.ts';
import { RenameTemplate } from './RenameTemplate.tsx';
import { findBrokenSample } from './samples.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { type Editing, UnfinishedJsonError } from './use-draft.ts';

interface TemplateActionsProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  /** Called with the tab whose JSON cannot be saved. */
  readonly onInvalidJson: (tab: EditorTab) => void;
}

export function TemplateActions({ workspaceId, editing, onInvalidJson }: TemplateActionsProps) {
  const { template, unsaved } = editing;
  const { run, running } = useSaving(editing, onInvalidJson);
  const isPublished = !unsaved && template.latestVersion === template.publishedVersion;
  useSaveShortcut(() => unsaved && void run('save'));

  return (
    <>
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
      <MoreMenu workspaceId={workspaceId} editing={editing} />
    </>
  );
}

function MoreMenu({ workspaceId, editing }: Omit<TemplateActionsProps, 'onInvalidJson'>) {
  const { template } = editing;
  const [dialog, setDialog] = useState<'rename' | 'share' | 'delete' | null>(null);
  return (
    <>
      <ActionMenu label="More actions" variant="default">
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyId(template.id)}>
          Copy ID
        </Menu.Item>
        <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={() => setDialog('share')}>
          Share the preview
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
          Rename
        </Menu.Item>
        <Menu.Item
          color={DANGER_TEXT_COLOR}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setDialog('delete')}
        >
          Delete
        </Menu.Item>
      </ActionMenu>
      <RenameTemplate editing={editing} opened={dialog === 'rename'} onClose={() => setDialog(null)} />
      <ShareDialog
        workspaceId={workspaceId}
        editing={editing}
        opened={dialog === 'share'}
        onClose={() => setDialog(null)}
      />
      <DeleteTemplate
        workspaceId={workspaceId}
        template={template}
        opened={dialog === 'delete'}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

async function copyId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
    notifications.show({ message: `${id} was copied.` });
  } catch {
    notifications.show({
      color: 'danger',
      message: `The browser blocked access to the clipboard. The ID is ${id}.`,
    });
  }
}

type SaveAction = 'save' | 'publish';

function useSaving({ draft, change, save, publish }: Editing, onInvalidJson: (tab: EditorTab) => void) {
  const [running, setRunning] = useState<SaveAction | null>(null);

  async function run(action: SaveAction) {
    if (running !== null) return;
    setRunning(action);
    try {
      const { latestVersion } = await (action === 'save' ? save() : publish());
      const done =
        action === 'save' ? `Saved as version ${latestVersion}.` : `Version ${latestVersion} was published.`;
      notifications.show({ message: done });
    } catch (error) {
      // A dialog shows the conflict.
      if (hasErrorCode(error, 'TEMPLATE_CHANGED')) return;
      if (error instanceof UnfinishedJsonError) {
        const broken = findBrokenSample(draft.samples);
        if (broken >= 0) change({ chosenSample: broken });
        onInvalidJson(broken >= 0 ? 'sample' : 'schema');
        notifications.show({ color: 'danger', message: 'Not saved. The JSON in this tab is not valid.' });
      } else {
        notifications.show({
          color: 'danger',
          autoClose: false,
          title: action === 'save' ? 'Not saved' : 'Not published',
          message: toErrorMessage(error),
        });
      }
    } finally {
      setRunning(null);
    }
  }

  return { run, running };
}

function useSaveShortcut(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
