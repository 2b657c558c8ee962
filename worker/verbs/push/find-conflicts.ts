import { findLastChanges, type LastChange } from '../../adapters/d1/audit.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { PartialTarget, Targets, TemplateTarget } from './find-targets.ts';

interface Conflict {
  /** With its place in the request. */
  readonly problem: string;
  /** The id of the template or partial. It is null if it is not known. */
  readonly subject: string | null;
}

/** Compares the request with what the workspace has. @throws {ApiError} `PUSH_CONFLICT`, which names each difference */
export async function requireUnchanged(ctx: Ctx, { templates, partials }: Targets): Promise<void> {
  const conflicts = [...partials.map(findPartialConflict), ...templates.map(findTemplateConflict)].filter(
    (conflict) => conflict !== null,
  );
  if (conflicts.length === 0) return;
  const subjects = conflicts.flatMap(({ subject }) => subject ?? []);
  const changes = await findLastChanges(ctx.services.database, ctx.workspace.id, subjects);
  throw new ApiError('PUSH_CONFLICT', {
    details: conflicts.map(({ problem, subject }) => {
      const change = subject === null ? undefined : changes.get(subject);
      return change === undefined ? problem : `${problem}. ${describeChange(change)}`;
    }),
  });
}

function findTemplateConflict({ index, pushed, before }: TemplateTarget): Conflict | null {
  const { id, name, ifVersion, ifDigest } = pushed;
  const place = `templates[${index}]: "${name}"`;
  if (before === null) {
    if (id === undefined) return findLost(place, ifVersion);
    return { problem: `${place} does not exist any more (${id})`, subject: id };
  }
  const subject = before.template.id;
  const problem = compareVersions(ifVersion, before.version.version);
  if (problem !== null) return { problem: `${place} ${problem}`, subject };
  return ifDigest === undefined || ifDigest === before.digest
    ? null
    : { problem: `${place} has another name or other sample data now`, subject };
}

function findPartialConflict({ index, pushed: { name, ifVersion }, before }: PartialTarget): Conflict | null {
  const place = `partials[${index}]: "${name}"`;
  if (before === null) return findLost(place, ifVersion);
  const problem = compareVersions(ifVersion, before.component.latestVersion);
  return problem === null ? null : { problem: `${place} ${problem}`, subject: before.component.id };
}

const findLost = (place: string, ifVersion: number | null | undefined): Conflict | null =>
  typeof ifVersion === 'number'
    ? { problem: `${place} was at version ${ifVersion}, and does not exist any more`, subject: null }
    : null;

function compareVersions(expected: number | null | undefined, version: number): string | null {
  if (expected === undefined || expected === version) return null;
  if (expected === null) return `exists already, at version ${version}`;
  return `is at version ${version}, and the push began from version ${expected}`;
}

const VERBS: Readonly<Record<string, string>> = {
  created: 'created it',
  deleted: 'deleted it',
  published: 'published a version of it',
};

function describeChange({ actor, actorName, action, at }: LastChange): string {
  const who = actorName ?? (actor === 'operator' ? 'The operator' : 'Someone who was removed since');
  const [, verb = ''] = action.split('.');
  return `${who} ${VERBS[verb] ?? 'changed it'} at ${at}`;
}
