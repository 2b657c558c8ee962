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

/** A template that is being edited: what was saved last, what it has become since, and how it is saved. */
export interface Editing {
  readonly template: EditedTemplate;
  readonly draft: Draft;
  readonly unsaved: boolean;
  readonly change: (changes: Partial<Draft>) => void;
  readonly changeSettings: (changes: Partial<TemplateSettings>) => void;
  /** Saves what changed. @throws {RequestError} {UnfinishedJsonError} */
  readonly save: () => Promise<EditedTemplate>;
  /** Saves, and makes it what the API prints. @throws as `save` */
  readonly publish: () => Promise<EditedTemplate>;
  /** Makes an earlier version what the API prints; what is in the editor stays. @throws {RequestError} */
  readonly publishEarlier: (version: number) => Promise<void>;
  /** Takes note of a template that was saved by other means; what is in the editor stays. */
  readonly remember: (template: EditedTemplate) => void;
  /** The same, and puts it in the editor. */
  readonly adopt: (template: EditedTemplate) => void;
}

/** Sample data or schema that is not finished cannot be saved. */
export class UnfinishedJsonError extends Error {
  override readonly name = 'UnreadableJson';
}

export function useDraft(workspaceId: string, loaded: EditedTemplate): Editing {
  const queryClient = useQueryClient();
  const [template, setTemplate] = useState(loaded);
  const [draft, setDraft] = useState(() => toDraft(loaded));
  const unsaved = !isSame(draft, toDraft(template));

  const remember = useCallback(
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
    remember(next);
    return next;
  }

  async function publish(): Promise<EditedTemplate> {
    const latest = unsaved ? await save() : template;
    const published = await publishVersion(workspaceId, template.id, latest.latestVersion);
    const next = { ...published, sampleData: latest.sampleData };
    remember(next);
    return next;
  }

  async function publishEarlier(version: number): Promise<void> {
    const { publishedVersion } = await publishVersion(workspaceId, template.id, version);
    remember({ ...template, publishedVersion });
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
    remember,
    adopt: useCallback(
      (next) => {
        remember(next);
        setDraft(toDraft(next));
      },
      [remember],
    ),
  };
}

/** Saves what differs from `template`: sample data beside it, the rest as a new version. */
async function saveDraft(
  workspaceId: string,
  template: EditedTemplate,
  draft: Draft,
): Promise<EditedTemplate> {
  const saved = toDraft(template);
  const update = toUpdate(draft);
  const sample = readJsonObject(draft.sampleText).value;
  if (update === null || sample === null) throw new UnfinishedJsonError('The JSON is not finished.');
  let next = template;
  if (!isSameJson(draft.sampleText, saved.sampleText)) {
    await putSampleData(workspaceId, template.id, sample);
    next = { ...next, sampleData: { ...sample } };
  }
  if (isSameVersion(draft, saved)) return next;
  return { ...(await updateTemplate(workspaceId, template.id, update)), sampleData: next.sampleData };
}
