import { CopyButton } from '../../components/CopyButton.tsx';
import { DocumentEditor, useSideBySide } from '../../document-editor/DocumentEditor.tsx';
import { PreviewPane } from '../../document-editor/PreviewPane.tsx';
import { UnsavedGuard } from '../../document-editor/UnsavedGuard.tsx';
import { useEditorPlace } from '../../document-editor/use-editor-place.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { usePartialNames } from '../partials/use-partial-names.ts';
import { findPlace } from './field-place.ts';
import { useSourceLinks } from './locate/use-source-links.ts';
import { PublishedState } from './PublishedState.tsx';
import { isWithoutSamples } from './samples.ts';
import { LocaleChoice } from './languages/LocaleChoice.tsx';
import { SampleChoice } from './SampleSettings.tsx';
import { listTabs } from './template-tabs.tsx';
import type { TemplateTab } from './template-place.ts';
import { TemplateActions } from './TemplateActions.tsx';
import classes from './TemplateEditor.module.css';
import type { LoadedTemplate } from './templates-api.ts';
import { useDraft } from './use-draft.ts';
import { printDownload, usePreview } from './use-preview.ts';
import { useProblems } from './use-problems.ts';

interface TemplateEditorProps {
  readonly workspaceId: string;
  readonly loaded: LoadedTemplate;
}

export function TemplateEditor({ workspaceId, loaded }: TemplateEditorProps) {
  const editing = useDraft(workspaceId, loaded);
  const sideBySide = useSideBySide();
  const place = useEditorPlace<TemplateTab>('html');
  const preview = usePreview(workspaceId, editing.draft, sideBySide || place.tab === 'preview');
  const partials = usePartialNames(workspaceId);
  const knownPartials = partials.isComplete ? partials.list : null;
  const problems = useProblems(editing.draft, editing.template.name, preview.error, knownPartials);
  const { links, onCursor } = useSourceLinks(editing.draft, place.goTo);
  const { template, unsaved } = editing;
  const pane = (
    <PreviewPane
      preview={preview}
      name={template.name}
      download={{
        filename: problems.filename ?? `${template.name}.pdf`,
        print: () => printDownload(workspaceId, editing),
      }}
      isDataValid={problems.sample.length === 0}
      fields={(warning) => {
        const target = findPlace(warning, editing.draft);
        return target && { label: target.label, open: () => place.goTo(target) };
      }}
      links={links}
      choices={
        <>
          {editing.draft.samples.length > 1 && (
            <SampleChoice editing={editing} label="Sample data of the preview" size="xs" />
          )}
          <LocaleChoice editing={editing} />
        </>
      }
      onAddSamples={isWithoutSamples(editing.draft.samples) ? () => place.goTo({ tab: 'sample' }) : null}
    />
  );

  return (
    <DocumentEditor
      title={template.name}
      description={
        <>
          <PublishedState template={template} />
          <span className={classes.id}>
            <code>{template.id}</code>
            <CopyButton value={template.id} label="Copy ID" size="compact-xs" />
          </span>
          <span aria-live="polite">{unsaved && 'Unsaved changes'}</span>
        </>
      }
      actions={
        <TemplateActions
          workspaceId={workspaceId}
          editing={editing}
          onInvalidJson={(tab) => place.goTo({ tab })}
        />
      }
      label="Parts of the template"
      tabs={listTabs({ workspaceId, editing, problems, place, partials, onCursor })}
      tab={place.tab}
      onTab={(tab) => place.goTo({ tab })}
      preview={pane}
    >
      <ConflictDialog editing={editing} />
      <UnsavedGuard unsaved={unsaved} onSave={editing.save} />
    </DocumentEditor>
  );
}
