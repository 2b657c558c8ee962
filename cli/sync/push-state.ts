import type { PushResult } from '@platen/client';
import { sha256 } from '../project/hash.ts';
import { toNormalForm } from '../project/normal-form.ts';
import type { ProjectTemplate, TemplateState } from '../project/project.ts';
import type { FileState, SyncState, SyncedTemplate } from '../project/state.ts';
import { writeTemplateFiles } from '../project/template-files.ts';
import { toFileState } from './changes.ts';
import type { PreparedPush } from './prepare-push.ts';

/** Returns the state after a push, when the folder and the service agree. */
export function nextState({ project, state, templates, lists }: PreparedPush, result: PushResult): SyncState {
  const synced = templates.flatMap(({ local }, index): [string, SyncedTemplate][] => {
    const pushed = result.templates[index];
    if (pushed === undefined || pushed.id === null) return [];
    const { id, version, digest } = pushed;
    return [[id, { slug: local.slug, version, digest, files: stateOfFiles(local) }]];
  });
  const slugs = new Set(lists.templates.map(({ slug }) => slug));
  const others = Object.entries(state.templates).filter(([, { slug }]) => !slugs.has(slug));
  const partials = result.partials.map(({ name, version, digest }) => [
    name,
    { version, file: { disk: digest } },
  ]);
  const assets = result.assets.flatMap(({ name, before }) => {
    const local = project.assets.get(name);
    if (local === undefined || before === null) return [];
    return [[name, { version: before.version, file: { disk: sha256(local.content) } }]];
  });
  return {
    templates: Object.fromEntries([...others, ...synced]),
    partials: { ...state.partials, ...Object.fromEntries(partials) },
    assets: { ...state.assets, ...Object.fromEntries(assets) },
  };
}

function stateOfFiles(local: ProjectTemplate): Record<string, FileState> {
  const service = writeTemplateFiles(normalOrOwn(local));
  return Object.fromEntries(
    Array.from(local.files, ([path, text]) => [path, toFileState(text, service.get(path) ?? text)]),
  );
}

/** A service that is newer than this command may know more fields. */
function normalOrOwn(local: ProjectTemplate): TemplateState {
  try {
    return toNormalForm(local);
  } catch {
    return local;
  }
}
