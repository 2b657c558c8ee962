import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { PartialBody } from '../../../schema/api/components.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DocumentEditor, useSideBySide } from '../../document-editor/DocumentEditor.tsx';
import { TextEditor } from '../../document-editor/panel-parts.tsx';
import type { TabName } from '../../document-editor/use-editor-place.ts';
import { UnsavedGuard } from '../../document-editor/UnsavedGuard.tsx';
import { useShortcut } from '../../document-editor/use-shortcut.ts';
import { DeletePartial } from './DeletePartial.tsx';
import { PartialPreviewPane } from './PartialPreviewPane.tsx';
import { PartialVersions } from './PartialVersions.tsx';
import { type PartialDraft, usePartialDraft } from './use-partial-draft.ts';
import { usePartialNames } from './use-partial-names.ts';
import { usePartialPreview } from './use-partial-preview.ts';
import { usePartialProblems } from './use-partial-problems.ts';
import { UsesPane } from './UsesPane.tsx';

interface PartialEditorProps {
  readonly workspaceId: string;
  readonly name: string;
  /** It is null for a partial that was never saved. */
  readonly loaded: PartialBody | null;
}

type Tab = 'source' | 'uses' | 'versions';

export function PartialEditor({ workspaceId, name, loaded }: PartialEditorProps) {
  const draft = usePartialDraft(workspaceId, name, loaded);
  const { saved, content, change, unsaved } = draft;
  const names = usePartialNames(workspaceId);
  const problems = usePartialProblems(name, content);
  const [deleting, setDeleting] = useState(false);
  const [tab, setTab] = useState<TabName<Tab>>('source');
  const isPrinted = useSideBySide() || tab === 'preview';
  const preview = usePartialPreview(workspaceId, { name, content, isSaved: saved !== null }, isPrinted);
  useShortcut('s', () => void draft.saveAndNotify());

  return (
    <DocumentEditor
      title={name}
      description={<PartialState name={name} draft={draft} />}
      actions={<PartialActions name={name} draft={draft} onDelete={() => setDeleting(true)} />}
      label="Parts of the partial"
      tabs={[
        {
          name: 'source',
          label: 'Handlebars',
          content: (
            <TextEditor
              label="Handlebars of the partial"
              language="template"
              value={content}
              onChange={change}
              problems={problems}
              partials={names.list}
              partialAddress={names.addressOf}
            />
          ),
        },
        {
          name: 'uses',
          label: 'Used by',
          disabled: saved === null,
          scrolls: true,
          isLazy: true,
          content: saved !== null && (
            // Comparisons with an older version do not apply to a newer one.
            <UsesPane key={saved.latestVersion} workspaceId={workspaceId} partial={saved} />
          ),
        },
        {
          name: 'versions',
          label: 'Versions',
          disabled: saved === null,
          scrolls: true,
          isLazy: true,
          content: <PartialVersions workspaceId={workspaceId} name={name} onRestore={change} />,
        },
      ]}
      tab={tab}
      onTab={setTab}
      preview={<PartialPreviewPane name={name} {...preview} />}
    >
      <DeletePartial
        workspaceId={workspaceId}
        name={name}
        opened={deleting}
        onClose={() => setDeleting(false)}
      />
      <UnsavedGuard unsaved={unsaved} onSave={draft.save} what="partial" />
    </DocumentEditor>
  );
}

interface PartialProps {
  readonly name: string;
  readonly draft: PartialDraft;
}

const PartialState = ({ name, draft: { saved, unsaved } }: PartialProps) => (
  <>
    <code>{`{{> ${name}}}`}</code>
    {saved === null ? (
      <span>Not saved yet</span>
    ) : (
      <span>
        Version {saved.latestVersion}, <DateTime value={saved.updatedAt} show="ago" />
      </span>
    )}
    <span aria-live="polite">{unsaved && 'Unsaved changes'}</span>
  </>
);

const PartialActions = ({
  name,
  draft: { saved, unsaved, saving, saveAndNotify },
  onDelete,
}: PartialProps & { readonly onDelete: () => void }) => (
  <>
    <Button onClick={() => void saveAndNotify()} loading={saving} disabled={!unsaved && saved !== null}>
      Save
    </Button>
    {saved !== null && (
      <ActionMenu label={`Actions for ${name}`} variant="default">
        <Menu.Item color="danger" onClick={onDelete}>
          Delete partial
        </Menu.Item>
      </ActionMenu>
    )}
  </>
);
