import { Menu } from '@mantine/core';
import { useState } from 'react';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { IconCopy, IconFileText, IconPencil, IconSend, IconTrash } from '../../icons/tabler.generated.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { DuplicateTemplate } from './DuplicateTemplate.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { TemplateNameDialog } from './TemplateNameDialog.tsx';
import type { Editing } from './use-draft.ts';
import type { SaveAction } from './use-saving.ts';

interface TemplateMenuProps {
  readonly workspaceId: string;
  readonly editing: Editing;
  readonly onSave: (action: SaveAction, note: string) => void;
}

type Dialog = 'note' | 'share' | 'rename' | 'duplicate' | 'delete';

const ITEMS = [
  { dialog: 'note', label: 'Save with a note', icon: IconFileText },
  { dialog: 'share', label: 'Share the preview', icon: IconSend },
  { dialog: 'rename', label: 'Rename', icon: IconPencil },
  { dialog: 'duplicate', label: 'Duplicate', icon: IconCopy },
  { dialog: 'delete', label: 'Delete', icon: IconTrash, color: DANGER_TEXT_COLOR },
] as const;

export function TemplateMenu({ workspaceId, editing, onSave }: TemplateMenuProps) {
  const { template, unsaved } = editing;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const dialogProps = (name: Dialog) => ({ opened: dialog === name, onClose: () => setDialog(null) });
  return (
    <>
      <ActionMenu label="More actions" variant="default">
        {ITEMS.map(({ dialog: name, label, icon: ItemIcon, ...item }) => (
          <Menu.Item
            key={name}
            {...item}
            leftSection={<ItemIcon size={16} aria-hidden />}
            onClick={() => setDialog(name)}
          >
            {label}
          </Menu.Item>
        ))}
      </ActionMenu>
      <NoteDialog
        {...dialogProps('note')}
        note={unsaved ? '' : (template.note ?? '')}
        isNew={unsaved}
        onSave={(note) => onSave('save', note)}
        onPublish={(note) => onSave('publish', note)}
      />
      <TemplateNameDialog
        {...dialogProps('rename')}
        title="Rename template"
        description="The ID stays the same, so API requests keep working."
        name={template.name}
        submitLabel="Rename"
        errorTitle="The template was not renamed"
        onSubmit={(name) => editing.update({ name })}
      />
      <ShareDialog {...dialogProps('share')} workspaceId={workspaceId} editing={editing} />
      <DuplicateTemplate {...dialogProps('duplicate')} workspaceId={workspaceId} template={template} />
      <DeleteTemplate {...dialogProps('delete')} workspaceId={workspaceId} template={template} />
    </>
  );
}
