import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { toErrorMessage } from '../../api/error-message.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import type { EditorTab } from './EditorTabs.tsx';
import { RenameTemplate } from './RenameTemplate.tsx';
import { type Editing, UnfinishedJsonError } from './use-draft.ts';

interface TemplateActionsProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  /** Saving needs JSON: shows the tab whose text is none. */
  readonly onUnreadable: (tab: EditorTab) => void;
}

/** Save, publish, and what is done seldom. */
export function TemplateActions({ workspaceId, editing, onUnreadable }: TemplateActionsProps) {
  const { template, unsaved } = editing;
  const { run, working } = useSaving(editing, onUnreadable);
  const isPublished = !unsaved && template.latestVersion === template.publishedVersion;
  useSaveShortcut(() => unsaved && void run('save'));

  return (
    <>
      <Button
        variant="default"
        loading={working === 'save'}
        disabled={!unsaved || working !== null}
        onClick={() => void run('save')}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save draft
      </Button>
      <Button
        loading={working === 'publish'}
        disabled={isPublished || working !== null}
        onClick={() => void run('publish')}
      >
        Publish
      </Button>
      <MoreMenu workspaceId={workspaceId} editing={editing} />
    </>
  );
}

function MoreMenu({ workspaceId, editing }: Omit<TemplateActionsProps, 'onUnreadable'>) {
  const { template } = editing;
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  return (
    <>
      <ActionMenu label="More about this template" variant="default">
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyId(template.id)}>
          Copy id
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
      <RenameTemplate
        workspaceId={workspaceId}
        editing={editing}
        opened={dialog === 'rename'}
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
    notifications.show({ message: `${id} is copied.` });
  } catch {
    notifications.show({ color: 'danger', message: `The browser did not allow copying: ${id}` });
  }
}

type Work = 'save' | 'publish';

function useSaving({ draft, save, publish }: Editing, onUnreadable: (tab: EditorTab) => void) {
  const [working, setWorking] = useState<Work | null>(null);

  async function run(work: Work) {
    if (working !== null) return;
    setWorking(work);
    try {
      const { latestVersion } = await (work === 'save' ? save() : publish());
      const done =
        work === 'save' ? `Saved as version ${latestVersion}.` : `Version ${latestVersion} is published.`;
      notifications.show({ message: done });
    } catch (error) {
      if (error instanceof UnfinishedJsonError) {
        onUnreadable(readJsonObject(draft.sampleText).value === null ? 'sample' : 'schema');
        notifications.show({ color: 'danger', message: 'Not saved: the JSON in this tab is not finished.' });
      } else {
        notifications.show({
          color: 'danger',
          autoClose: false,
          title: work === 'save' ? 'Not saved' : 'Not published',
          message: toErrorMessage(error),
        });
      }
    } finally {
      setWorking(null);
    }
  }

  return { run, working };
}

/** Ctrl-S or Cmd-S, wherever the focus is. */
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
