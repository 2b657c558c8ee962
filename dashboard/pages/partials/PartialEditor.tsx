import { Button, Menu, Tabs } from '@mantine/core';
import { useState } from 'react';
import type { PartialBody } from '../../../schema/api/shared-parts.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { EditorPanes, useSideBySide } from '../../components/EditorPanes.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { Page } from '../../components/Page.tsx';
import { LazyCodeEditor } from '../../editor/LazyCodeEditor.tsx';
import tabs from '../templates/EditorTabs.module.css';
import { UnsavedGuard } from '../templates/UnsavedGuard.tsx';
import { useSaveShortcut } from '../templates/use-saving.ts';
import { DeletePartial } from './DeletePartial.tsx';
import classes from './PartialEditor.module.css';
import { PartialPreviewPane } from './PartialPreviewPane.tsx';
import { PartialVersions } from './PartialVersions.tsx';
import { usePartialDraft } from './use-partial-draft.ts';
import { usePartialNames } from './use-partial-names.ts';
import { usePartialPreview } from './use-partial-preview.ts';
import { usePartialProblems } from './use-partial-problems.ts';
import { UsesPane } from './UsesPane.tsx';

interface PartialEditorProps {
  readonly workspaceId: string;
  readonly name: string;
  /** Null for a partial that was never saved. */
  readonly loaded: PartialBody | null;
}

export function PartialEditor({ workspaceId, name, loaded }: PartialEditorProps) {
  const draft = usePartialDraft(workspaceId, name, loaded);
  const names = usePartialNames(workspaceId);
  const problems = usePartialProblems(name, draft.content);
  const [deleting, setDeleting] = useState(false);
  const { saved, unsaved } = draft;
  const sideBySide = useSideBySide();
  const [tab, setTab] = useState<string | null>('source');
  const previewed = { name, content: draft.content, isSaved: saved !== null };
  const partialPreview = usePartialPreview(workspaceId, previewed, sideBySide || tab === 'preview');
  const pane = <PartialPreviewPane name={name} {...partialPreview} />;
  useSaveShortcut(() => void draft.saveAndNotify());

  return (
    <Page
      title={name}
      width="wide"
      description={
        <span className={classes.state}>
          <code>{`{{> ${name}}}`}</code>
          {saved === null ? (
            <span>Not saved yet</span>
          ) : (
            <span>
              Version {saved.latestVersion}, <DateTime value={saved.updatedAt} show="ago" />
            </span>
          )}
          <span aria-live="polite">{unsaved && 'Unsaved changes'}</span>
        </span>
      }
      actions={
        <>
          <Button
            onClick={() => void draft.saveAndNotify()}
            loading={draft.saving}
            disabled={!unsaved && saved !== null}
          >
            Save
          </Button>
          {saved !== null && (
            <ActionMenu label={`Actions for ${name}`} variant="default">
              <Menu.Item color="danger" onClick={() => setDeleting(true)}>
                Delete partial
              </Menu.Item>
            </ActionMenu>
          )}
        </>
      }
    >
      <EditorPanes preview={sideBySide ? pane : null}>
        <Tabs
          value={sideBySide && tab === 'preview' ? 'source' : tab}
          onChange={setTab}
          className={tabs.tabs}
          classNames={{ panel: tabs.panel }}
          keepMounted={false}
        >
          <Tabs.List aria-label="Parts of the partial">
            <Tabs.Tab value="source">Handlebars</Tabs.Tab>
            {!sideBySide && <Tabs.Tab value="preview">Preview</Tabs.Tab>}
            <Tabs.Tab value="uses" disabled={saved === null}>
              Used by
            </Tabs.Tab>
            <Tabs.Tab value="versions" disabled={saved === null}>
              Versions
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="source">
            <div className={tabs.editor}>
              <LazyCodeEditor
                label="Handlebars of the partial"
                language="template"
                value={draft.content}
                onChange={draft.change}
                problems={problems}
                partials={names.list}
                partialAddress={names.addressOf}
              />
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="uses" data-scrolls>
            {saved !== null && (
              // Comparisons with an older version do not apply to a newer one.
              <UsesPane key={saved.latestVersion} workspaceId={workspaceId} partial={saved} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="versions" data-scrolls>
            <PartialVersions workspaceId={workspaceId} name={name} onRestore={draft.change} />
          </Tabs.Panel>
          {!sideBySide && <Tabs.Panel value="preview">{pane}</Tabs.Panel>}
        </Tabs>
      </EditorPanes>
      <DeletePartial
        workspaceId={workspaceId}
        name={name}
        opened={deleting}
        onClose={() => setDeleting(false)}
      />
      <UnsavedGuard unsaved={unsaved} onSave={draft.save} what="partial" />
    </Page>
  );
}
