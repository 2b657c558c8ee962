import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { type Draft, toDraft, isSame, isSameJson, isSameVersion, toUpdate } from './draft.ts';
import {
  publishVersion,
  putSampleData,
  templateQuery,
  templatesKey,
  updateTemplate,
} from './templates-api.ts';

export interface Editing {
  /** As it was last saved. */
  readonly template: EditedTemplate;
  readonly draft: Draft;
  readonly unsaved: boolean;
  readonly change: (changes: Partial<Draft>) => void;
  readonly changeSettings: (changes: Partial<TemplateSettings>) => void;
  readonly save: () => Promise<EditedTemplate>;
  /** Saves and publishes. @throws as `save` */
  readonly publish: () => Promise<EditedTemplate>;
  /** Publishes an earlier version. The draft stays. @throws {RequestError} */
  readonly publishEarlier: (version: number) => Promise<void>;
  /** Updates `template` after it was saved elsewhere. The draft stays. */
  readonly setSaved: (template: EditedTemplate) => void;
  readonly reset: (template: EditedTemplate) => void;
}

/** The sample data or the schema is not valid JSON. */
export class UnfinishedJsonError extends Error {
  override readonly name = 'UnreadableJson';
}

export function useDraft(workspaceId: string, loaded: EditedTemplate): Editing {
  const queryClient = useQueryClient();
  const [template, setTemplate] = useState(loaded);
  const [draft, setDraft] = useState(() => toDraft(loaded));
  const unsaved = !isSame(draft, toDraft(template));

  const setSaved = useCallback(
    (next: EditedTemplate) => {
      setTemplate(next);
      queryClient.setQueryData(templateQuery(workspaceId, next.id).queryKey, next);
      void queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'list'] });
      void queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'versions', next.id] });
    },
    [queryClient, workspaceId],
  );

  async function save(): Promise<EditedTemplate> {
    const next = await saveDraft(workspaceId, template, draft);
    setSaved(next);
    return next;
  }

  async function publish(): Promise<EditedTemplate> {
    const latest = unsaved ? await save() : template;
    const published = await publishVersion(workspaceId, template.id, latest.latestVersion);
    const next = { ...published, sampleData: latest.sampleData };
    setSaved(next);
    return next;
  }

  async function publishEarlier(version: number): Promise<void> {
    const { publishedVersion } = await publishVersion(workspaceId, template.id, version);
    setSaved({ ...template, publishedVersion });
  }

  return {
    template,
    draft,
    unsaved,
    change: useCallback((changes) => setDraft((before) => ({ ...before, ...changes })), []),
    changeSettings: useCallback(
      (changes) => setDraft((before) => ({ ...before, settings: { ...before.settings, ...changes } })),
      [],
    ),
    save,
    publish,
    publishEarlier,
    setSaved,
    reset: useCallback(
      (next) => {
        setSaved(next);
        setDraft(toDraft(next));
      },
      [setSaved],
    ),
  };
}

/** Saves what differs from `template`. Sample data belongs to the template, the rest becomes a new version. */
async function saveDraft(
  workspaceId: string,
  template: EditedTemplate,
  draft: Draft,
): Promise<EditedTemplate> {
  const saved = toDraft(template);
  const update = toUpdate(draft);
  const sample = readJsonObject(draft.sampleText).value;
  if (update === null || sample === null) throw new UnfinishedJsonError('The JSON is not valid.');
  let next = template;
  if (!isSameJson(draft.sampleText, saved.sampleText)) {
    await putSampleData(workspaceId, template.id, sample);
    next = { ...next, sampleData: { ...sample } };
  }
  if (isSameVersion(draft, saved)) return next;
  return { ...(await updateTemplate(workspaceId, template.id, update)), sampleData: next.sampleData };
}
