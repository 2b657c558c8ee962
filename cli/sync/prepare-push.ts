import type { PushRequest } from '@platen/client';
import { EDGE_MAX_BYTES } from '../../compose/template-limits.ts';
import { MAX_PUSHED } from '../../schema/api/push.ts';
import { CommandFailure, UsageError } from '../command.ts';
import { sha256 } from '../project/hash.ts';
import type { Project, ProjectTemplate } from '../project/project.ts';
import type { SyncState, SyncedTemplate } from '../project/state.ts';
import type { PushedLists } from './file-of-problem.ts';

export interface PushChoice {
  /** Names of folders. Empty: all. */
  readonly slugs: readonly string[];
  readonly publish: boolean | undefined;
  readonly note: string | undefined;
  readonly isForced: boolean;
}

export interface PreparedPush {
  readonly project: Project;
  readonly state: SyncState;
  readonly templates: readonly PreparedTemplate[];
  readonly lists: PushedLists;
  readonly choice: PushChoice;
}

export interface PreparedTemplate {
  readonly local: ProjectTemplate;
  /** The id at the last pull or push. It is null if the template was in none. */
  readonly id: string | null;
  readonly synced: SyncedTemplate | null;
}

/** @throws {UsageError} for a folder that does not exist */
export function preparePush(project: Project, state: SyncState, choice: PushChoice): PreparedPush {
  const { slugs } = choice;
  const unknown = slugs.find((slug) => !project.templates.some((template) => template.slug === slug));
  if (unknown !== undefined)
    throw new UsageError(`There is no template "${unknown}" in ${project.directory}.`);
  const chosen = project.templates.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
  const templates = chosen.map((local) => {
    const [id, synced] = Object.entries(state.templates).find(([, { slug }]) => slug === local.slug) ?? [
      null,
      null,
    ];
    return { local, id, synced };
  });
  const lists = {
    project,
    templates: chosen,
    partials: [...project.partials.keys()],
    assets: [...project.assets.keys()],
  };
  for (const [kind, list] of [
    ['templates', chosen],
    ['partials', lists.partials],
    ['assets', lists.assets],
  ] as const) {
    if (list.length <= MAX_PUSHED) continue;
    throw new CommandFailure(
      `The project has ${list.length} ${kind}. A push takes at most ${MAX_PUSHED}${kind === 'templates' ? ': name the templates to push' : ''}.`,
    );
  }
  return { project, state, templates, lists, choice };
}

/** The condition of a template or a partial: what the workspace must have when it is replaced. */
export interface Base {
  readonly ifVersion: number | null;
  readonly ifDigest?: string;
}

export interface Bases {
  readonly templates: readonly Base[];
  readonly partials: readonly Base[];
  /** False if something in the workspace was never seen here. The service then says who has changed it. */
  readonly areKnown: boolean;
  /** Git may know it, but this checkout does not have all commits. */
  readonly isShallow: boolean;
}

export interface RequestTerms {
  readonly dryRun: boolean;
  /** The state that the workspace must have. It is null if it is not compared yet. */
  readonly bases: Bases | null;
  /** Templates that were deleted in the workspace: they are made again. */
  readonly lost?: ReadonlySet<number>;
}

/** @throws {CommandFailure} more bytes than one request may have */
export function makeRequest(
  prepared: PreparedPush,
  { dryRun, bases, lost = new Set() }: RequestTerms,
): PushRequest {
  const { project, templates, choice } = prepared;
  const { publish, note } = choice;
  const request: PushRequest = {
    dryRun,
    partials: Array.from(project.partials.values(), ({ name, content }, index) => ({
      name,
      content,
      ...bases?.partials[index],
    })),
    assets: Array.from(project.assets.values(), ({ name, content }) => ({ name, digest: sha256(content) })),
    templates: templates.map(({ local, id }, index) => ({
      ...(id === null || lost.has(index) ? {} : { id }),
      name: local.name,
      content: local.content,
      settings: local.settings,
      dataSchema: local.dataSchema,
      translations: local.translations,
      sampleSets: local.sampleSets.map(({ name, data }) => ({ name, data })),
      ...(publish === undefined ? {} : { publish }),
      ...(note === undefined ? {} : { note }),
      ...bases?.templates[index],
    })),
  };
  requireSize(request);
  return request;
}

function requireSize(request: PushRequest): void {
  const bytes = Buffer.byteLength(JSON.stringify(request));
  if (bytes <= EDGE_MAX_BYTES) return;
  const sizes = (request.templates ?? [])
    .map((template) => ({ name: template.name, bytes: Buffer.byteLength(JSON.stringify(template)) }))
    .sort((one, other) => other.bytes - one.bytes);
  throw new CommandFailure(
    `The push has ${bytes} bytes, and may have ${EDGE_MAX_BYTES}. Put pictures and fonts into assets/. The largest templates:`,
    sizes.slice(0, 5).map(({ name, bytes: size }) => `${name}: ${size} bytes`),
  );
}
