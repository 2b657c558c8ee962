import { lstat, mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Platen } from '@platen/client';
import { type Command, CommandFailure, EXIT, UsageError } from '../command.ts';
import { connect, CONNECTION_OPTIONS, CONNECTION_USAGE } from '../connection/connect.ts';
import type { Io } from '../io.ts';
import { replaceFile, shownPath } from '../lib/files.ts';
import { readOptions } from '../options.ts';
import { sha256 } from '../project/hash.ts';
import type { Project } from '../project/project.ts';
import { readProject } from '../project/read-project.ts';
import { readState, type SyncState, writeState } from '../project/state.ts';
import {
  compareComponent,
  Folders,
  componentPath,
  planTemplate,
  type PulledFile,
  type PulledTemplate,
} from '../sync/plan-pull.ts';
import { readRemote, type Remote } from '../sync/remote.ts';

const usage = `Usage: platen pull [folder] [--force]

Brings the templates, partials and assets of the workspace into the project. A file that has changed here is kept. If the
service has another version of it too, nothing is written, and the files are listed.

  --force         takes the service's version of these files, and keeps the others. Commit your work before: then Git can
                  merge both.
${CONNECTION_USAGE}`;

export const pull: Command = {
  name: 'pull',
  summary: 'bring the templates of the workspace into the folder',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: { force: { type: 'boolean' }, ...CONNECTION_OPTIONS },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new UsageError('There can be one folder.');
    const project = await readProject(resolve(io.cwd, positionals[0] ?? '.'));
    const { platen, baseUrl } = await connect(values, io);
    const state = await readState(project.directory, baseUrl);
    const remote = await readRemote(platen);
    const isForced = values.force === true;
    const templates = planTemplates(project, state, remote, isForced);
    const components = await planComponents(platen, { project, state, remote, isForced });
    const files = [...templates.flatMap((template) => template.files), ...components.files];
    await requireNoConflicts(project, files, isForced);
    await writeFiles(project, files, io);
    await writeState(
      project.directory,
      baseUrl,
      nextState(project, state, { remote, templates, components }),
    );
    describeLost(project, state, remote, io);
    return EXIT.ok;
  },
};

function planTemplates(
  project: Project,
  state: SyncState,
  remote: Remote,
  isForced: boolean,
): PulledTemplate[] {
  const folders = new Folders(project, state);
  const chosen = project.isSingle
    ? remote.templates.filter((template) => folders.find(template) !== null)
    : // Oldest first, so that a name stays that of the older template.
      remote.templates.toReversed();
  return chosen.map((template) =>
    planTemplate(template, folders, { known: state.templates[template.id], isForced }),
  );
}

interface ComponentTerms {
  readonly project: Project;
  readonly state: SyncState;
  readonly remote: Remote;
  readonly isForced: boolean;
}

interface PulledComponents extends Pick<SyncState, 'partials' | 'assets'> {
  readonly files: readonly PulledFile[];
}

async function planComponents(platen: Platen, terms: ComponentTerms): Promise<PulledComponents> {
  const partials = await planKind(
    'partials',
    terms,
    async (name) => (await platen.partials.get(name)).content,
  );
  const assets = await planKind('assets', terms, async (name) =>
    (await platen.assets.download(name)).bytes(),
  );
  return { files: [...partials.files, ...assets.files], partials: partials.states, assets: assets.states };
}

async function planKind(
  kind: 'partials' | 'assets',
  { project, state, remote, isForced }: ComponentTerms,
  read: (name: string) => Promise<string | Uint8Array>,
) {
  const files: PulledFile[] = [];
  const states: SyncState['partials'] = {};
  // A folder of one template has the files that it has, and not those of the whole workspace.
  const wanted = remote[kind].filter(({ name }) => !project.isSingle || project[kind].has(name));
  for (const component of wanted) {
    const local = project[kind].get(component.name);
    const base = state[kind][component.name];
    const disk = local === undefined ? null : sha256(local.content);
    const change = compareComponent(component, { disk, base: base?.file, isForced });
    const path = componentPath(project, kind, component.name, local);
    files.push({
      path,
      isNew: disk === null,
      change: change === 'write' ? { kind: 'write', content: await read(component.name) } : { kind: change },
    });
    const isSettled = change === 'write' || disk === component.digest;
    const next = isSettled ? { version: component.version, file: { disk: component.digest } } : base;
    if (next !== undefined) states[component.name] = next;
  }
  return { files, states };
}

async function requireNoConflicts(
  project: Project,
  files: readonly PulledFile[],
  isForced: boolean,
): Promise<void> {
  const conflicts: PulledFile[] = [];
  for (const file of files) {
    if (file.change.kind === 'conflict' || (!isForced && (await isInTheWay(file)))) conflicts.push(file);
  }
  if (conflicts.length === 0) return;
  throw new CommandFailure(
    'These files have changed here and on the service, so nothing was written. Commit your work, take what the service has ' +
      'with `platen pull --force`, and merge both with Git. Or send yours with `platen push --force`.',
    conflicts.map(({ path }) => shownPath(project.directory, path)),
  );
}

/** Returns whether a file would replace something that is not of the project: a link, or a file beside a missing template.hbs. */
async function isInTheWay({ path, change, isNew }: PulledFile): Promise<boolean> {
  if (change.kind !== 'write' || !isNew) return false;
  const found = await lstat(path).catch(() => null);
  if (found === null) return false;
  return !found.isFile() || !Buffer.from(change.content).equals(await readFile(path));
}

async function writeFiles(project: Project, files: readonly PulledFile[], io: Io): Promise<void> {
  let written = 0;
  for (const { path, change, isNew } of files) {
    if (change.kind === 'write') {
      await makeFolder(project, dirname(path));
      await replaceFile(path, change.content);
    } else if (change.kind === 'delete') await rm(path, { force: true });
    else continue;
    written += 1;
    io.out(`${change.kind === 'delete' ? '-' : isNew ? '+' : '~'} ${shownPath(project.directory, path)}`);
  }
  if (written === 0) io.out('Nothing to bring.');
}

/** @throws {CommandFailure} the folder is a link that leads out of the project */
async function makeFolder({ directory }: Project, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [root, real] = await Promise.all([realpath(directory), realpath(folder)]);
  if (!`${real}${sep}`.startsWith(`${root}${sep}`))
    throw new CommandFailure(`${shownPath(directory, folder)} is a link that leads out of the project.`);
}

/** The state forgets a file that neither the service nor the folder has any more. */
function nextState(
  project: Project,
  state: SyncState,
  {
    remote,
    templates,
    components,
  }: { remote: Remote; templates: readonly PulledTemplate[]; components: PulledComponents },
): SyncState {
  const slugs = new Set(project.templates.map(({ slug }) => slug));
  const ids = new Set(remote.templates.map(({ id }) => id));
  const known = Object.entries(state.templates).filter(([id, { slug }]) => ids.has(id) || slugs.has(slug));
  const pulled = templates.map(({ remote: { id }, synced }) => [id, synced] as const);
  const knownComponents = (kind: 'partials' | 'assets') =>
    Object.entries(state[kind]).filter(
      ([name]) => project[kind].has(name) || remote[kind].some((component) => component.name === name),
    );
  return {
    templates: Object.fromEntries([...known, ...pulled]),
    partials: { ...Object.fromEntries(knownComponents('partials')), ...components.partials },
    assets: { ...Object.fromEntries(knownComponents('assets')), ...components.assets },
  };
}

/** A pull deletes no folder: what was deleted in the workspace may be wanted here. */
function describeLost(project: Project, state: SyncState, remote: Remote, io: Io): void {
  const ids = new Set(remote.templates.map(({ id }) => id));
  for (const [id, { slug }] of Object.entries(state.templates)) {
    if (ids.has(id) || !project.templates.some((template) => template.slug === slug)) continue;
    io.err(
      `! ${slug} was deleted in the workspace. Delete its folder too, or make it again with \`platen push --force\`.`,
    );
  }
  for (const kind of ['partials', 'assets'] as const) {
    const names = new Set<string>(remote[kind].map(({ name }) => name));
    for (const name of Object.keys(state[kind])) {
      if (names.has(name) || !project[kind].has(name)) continue;
      io.err(`! The ${kind === 'partials' ? 'partial' : 'asset'} ${name} was deleted in the workspace.`);
    }
  }
}
