import { join } from 'node:path';
import { FileNames } from '../project/file-names.ts';
import {
  ASSETS_FOLDER,
  CONTENT_FILE,
  PARTIALS_FOLDER,
  type Project,
  type ProjectFile,
  type ProjectTemplate,
  TEMPLATES_FOLDER,
} from '../project/project.ts';
import type { FileState, SyncedTemplate, SyncState } from '../project/state.ts';
import { writeTemplateFiles } from '../project/template-files.ts';
import { compareFile, type FileChange, toFileState } from './changes.ts';
import type { RemoteTemplate } from './remote.ts';

/** A file of a pull. */
export interface PulledFile {
  /** Absolute. */
  readonly path: string;
  readonly change: FileChange;
  readonly isNew: boolean;
}

export interface PulledTemplate {
  readonly remote: RemoteTemplate;
  readonly slug: string;
  readonly files: readonly PulledFile[];
  readonly synced: SyncedTemplate;
}

/** Finds the folder of a template of the service: the folder of the last pull or push, or one with the same name. */
export class Folders {
  readonly #project: Project;
  readonly #state: SyncState;
  readonly #names: FileNames;

  constructor(project: Project, state: SyncState) {
    this.#project = project;
    this.#state = state;
    this.#names = new FileNames(project.templates.map(({ slug }) => slug));
  }

  find({ id, state: { name } }: RemoteTemplate): ProjectTemplate | null {
    const { templates } = this.#project;
    const known = templates.find(({ slug }) => slug === this.#state.templates[id]?.slug);
    if (known !== undefined) return known;
    const others = new Set(Object.values(this.#state.templates).map(({ slug }) => slug));
    return templates.find((template) => template.name.trim() === name && !others.has(template.slug)) ?? null;
  }

  /** A free name for a new folder. */
  make({ state: { name } }: RemoteTemplate): string {
    return this.#names.simple(name, 'template');
  }

  directoryOf(slug: string): string {
    const { directory, isSingle } = this.#project;
    return isSingle ? directory : join(directory, TEMPLATES_FOLDER, slug);
  }
}

export function planTemplate(
  remote: RemoteTemplate,
  folders: Folders,
  { known, isForced }: { readonly known: SyncedTemplate | undefined; readonly isForced: boolean },
): PulledTemplate {
  const local = folders.find(remote);
  const slug = local?.slug ?? folders.make(remote);
  const directory = local?.directory ?? folders.directoryOf(slug);
  const base = local === null ? undefined : known;
  // The service has nothing new, so all that differs is a change of this folder.
  const isSettled = base !== undefined && base.digest === remote.digest;
  const service = writeTemplateFiles(remote.state);
  const written = writeTemplateFiles(remote.state, local?.local);
  const paths = new Set([
    ...service.keys(),
    ...Object.keys(base?.files ?? {}),
    ...(local?.files.keys() ?? []),
  ]);
  const files: PulledFile[] = [];
  const states: Record<string, FileState> = {};
  for (const path of isSettled ? [] : paths) {
    const disk = local?.files.get(path) ?? null;
    const texts = { disk, service: service.get(path) ?? null, written: written.get(path) ?? null };
    const fileBase = base?.files[path];
    const isJson = path.endsWith('.json');
    const compared = compareFile({ ...texts, base: fileBase, isForced, isJson });
    const change = keepSource(path, local, compared, isForced);
    files.push({ path: join(directory, path), change, isNew: disk === null });
    const state = settle({ ...texts, isJson }, change, fileBase);
    if (state !== undefined) states[path] = state;
  }
  const { version, digest } = remote;
  const synced = { slug, version, digest, files: isSettled ? base.files : states };
  return { remote, slug, files, synced };
}

/** The service has what a build has made of `template.hbs`. It must not replace the source. */
const keepSource = (
  path: string,
  local: ProjectTemplate | null,
  change: FileChange,
  isForced: boolean,
): FileChange =>
  path === CONTENT_FILE && local?.local.build !== undefined && change.kind === 'write' && !isForced
    ? { kind: 'conflict' }
    : change;

interface Texts {
  readonly disk: string | null;
  readonly service: string | null;
  readonly written: string | null;
  readonly isJson: boolean;
}

/** The state of a file after the pull. Undefined if it is not known when both were the same. */
function settle(texts: Texts, change: FileChange, base: FileState | undefined): FileState | undefined {
  const { disk, service, written } = texts;
  if (change.kind === 'write' && written !== null && service !== null) return toFileState(written, service);
  if (change.kind !== 'keep') return undefined;
  const { kind } = compareFile({ ...texts, base: undefined, isForced: true });
  return kind === 'keep' && disk !== null && service !== null ? toFileState(disk, service) : base;
}

/** A partial or an asset, which the service names by the digest of its bytes. */
export interface RemoteComponent {
  readonly name: string;
  readonly version: number;
  readonly digest: string;
}

export type ComponentChange = 'keep' | 'write' | 'conflict';

export function compareComponent(
  remote: RemoteComponent,
  {
    disk,
    base,
    isForced,
  }: { readonly disk: string | null; readonly base: FileState | undefined; readonly isForced: boolean },
): ComponentChange {
  if (disk === remote.digest) return 'keep';
  if (disk === null) return 'write';
  if (remote.digest === (base?.service ?? base?.disk)) return 'keep';
  return disk === base?.disk || isForced ? 'write' : 'conflict';
}

export const componentPath = (
  project: Project,
  kind: 'partials' | 'assets',
  name: string,
  local: ProjectFile<unknown> | undefined,
): string => {
  const folder = kind === 'partials' ? PARTIALS_FOLDER : ASSETS_FOLDER;
  return local?.path ?? join(project.directory, folder, kind === 'partials' ? `${name}.hbs` : name);
};
