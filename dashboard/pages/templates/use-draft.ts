import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import type { UpdateTemplate } from '../../../schema/api/templates.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import {
  type Draft,
  toDraft,
  toDraftAgain,
  isSame,
  isSameSamples,
  isSameVersion,
  toUpdate,
} from './draft.ts';
import { toSampleSets } from './samples.ts';
import {
  fetchTemplate,
  type LoadedTemplate,
  publishVersion,
  putSampleSets,
  templateQuery,
  templatesKey,
  updateTemplate,
} from './templates-api.ts';

export interface Editing {
  /** As it was last saved. */
  readonly template: LoadedTemplate;
  readonly draft: Draft;
  readonly unsaved: boolean;
  readonly change: (changes: Partial<Draft>) => void;
  readonly changeSettings: (changes: Partial<TemplateSettings>) => void;
  /** The template as someone else saved it after `template` was read. It is null if nobody did. */
  readonly theirs: LoadedTemplate | null;
  /**
   * @param note of the new version; undefined for none
   * @throws {RequestError} `TEMPLATE_CHANGED`: then `theirs` is set
   */
  readonly save: (note?: string) => Promise<LoadedTemplate>;
  /** Saves these fields alone. The draft stays. @throws as `save` */
  readonly update: (changes: UpdateTemplate) => Promise<LoadedTemplate>;
  /** Saves the draft on top of `theirs`, which stays as a version. @throws as `save` */
  readonly keepMine: () => Promise<LoadedTemplate>;
  readonly ignoreTheirs: () => void;
  /** Saves and publishes. @param note as for `save` @throws as `save` */
  readonly publish: (note?: string) => Promise<LoadedTemplate>;
  /** Publishes an earlier version. The draft stays. @param note replaces the note of the version @throws {RequestError} */
  readonly publishEarlier: (version: number, note: string) => Promise<void>;
  readonly reset: (template: LoadedTemplate) => void;
}

/** The sample data, the schema or the translations are not valid JSON. */
export class UnfinishedJsonError extends Error {
  override readonly name = 'UnreadableJson';
}

/** The template as the page knows it, and the draft that the user edits. */
export function useDraft(workspaceId: string, loaded: LoadedTemplate): Editing {
  const [draft, setDraft] = useState(() => toDraft(loaded));
  const { template, theirs, ignoreTheirs, setSaved, noticeConflict } = useSavedTemplate(workspaceId, loaded);
  const unsaved = !isSame(draft, toDraft(template));

  async function saveOnto(base: LoadedTemplate, note?: string): Promise<LoadedTemplate> {
    const next = await noticeConflict(saveDraft(workspaceId, { base, draft, note }));
    setSaved(next);
    return next;
  }

  async function update(changes: UpdateTemplate): Promise<LoadedTemplate> {
    const updated = await noticeConflict(updateTemplate(workspaceId, template, changes));
    const next = withSamplesOf(updated, template);
    setSaved(next);
    return next;
  }

  async function publish(note?: string): Promise<LoadedTemplate> {
    const latest = unsaved ? await saveOnto(template, note) : template;
    const published = await publishVersion(workspaceId, template.id, { version: latest.latestVersion, note });
    const next = withSamplesOf(published, latest);
    setSaved(next);
    return next;
  }

  async function publishEarlier(version: number, note: string): Promise<void> {
    await publishVersion(workspaceId, template.id, { version, note });
    setSaved(afterPublication(template, await fetchTemplate(workspaceId, template.id)));
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
    theirs,
    save: (note) => saveOnto(template, note),
    update,
    keepMine: () => saveOnto(theirs ?? template),
    ignoreTheirs,
    publish,
    publishEarlier,
    reset: (next) => {
      setSaved(next);
      setDraft((before) => toDraftAgain(next, before));
    },
  };
}

/** The template as it was last saved, here or by someone else. */
function useSavedTemplate(workspaceId: string, loaded: LoadedTemplate) {
  const queryClient = useQueryClient();
  const [template, setTemplate] = useState(loaded);
  const [theirs, setTheirs] = useState<LoadedTemplate | null>(null);

  function setSaved(next: LoadedTemplate) {
    setTemplate(next);
    setTheirs(null);
    queryClient.setQueryData(templateQuery(workspaceId, next.id).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'list'] });
    void queryClient.invalidateQueries({ queryKey: [...templatesKey(workspaceId), 'versions', next.id] });
  }

  async function noticeConflict<Result>(saving: Promise<Result>): Promise<Result> {
    try {
      return await saving;
    } catch (error) {
      if (hasErrorCode(error, 'TEMPLATE_CHANGED')) setTheirs(await fetchTemplate(workspaceId, template.id));
      throw error;
    }
  }

  return { template, theirs, ignoreTheirs: () => setTheirs(null), setSaved, noticeConflict };
}

/**
 * Someone else may have saved the template since this page read it. Then the page keeps its tag, so that the next save
 * shows the change of the other person.
 */
function afterPublication(template: LoadedTemplate, now: LoadedTemplate): LoadedTemplate {
  const { publishedVersion, note, etag } = now;
  const isOurs = now.version === template.version && now.name === template.name;
  return isOurs ? { ...template, publishedVersion, note, etag } : { ...template, publishedVersion };
}

/** Keeps the sets that this page knows. The answer to a save may have sets that someone else has saved. */
const withSamplesOf = (
  template: LoadedTemplate,
  { sampleSets, sampleData }: LoadedTemplate,
): LoadedTemplate => ({ ...template, sampleSets, sampleData });

interface Saving {
  /** The draft is saved on top of this version. */
  readonly base: LoadedTemplate;
  readonly draft: Draft;
  readonly note: string | undefined;
}

/** Saves what differs from the base. Sample data belongs to the template, the rest becomes a new version. */
async function saveDraft(
  workspaceId: string,
  { base: template, draft, note }: Saving,
): Promise<LoadedTemplate> {
  const saved = toDraft(template);
  const update = toUpdate(draft);
  const sampleSets = toSampleSets(draft.samples);
  if (update === null || sampleSets === null) throw new UnfinishedJsonError('The JSON is not valid.');
  let next = template;
  if (!isSameSamples(draft.samples, saved.samples)) {
    await putSampleSets(workspaceId, template.id, sampleSets);
    next = { ...next, sampleSets, sampleData: sampleSets[0]?.data ?? null };
  }
  if (isSameVersion(draft, saved) && note === undefined) return next;
  return withSamplesOf(await updateTemplate(workspaceId, template, { ...update, note }), next);
}
