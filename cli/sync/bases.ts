import type { PushResult } from '@platen/client';
import { CommandFailure } from '../command.ts';
import { Git } from '../git/git.ts';
import { hasSeenFile, hasSeenTemplate } from '../git/seen-states.ts';
import { shownPath } from '../lib/files.ts';
import { sha256 } from '../project/hash.ts';
import type { Base, Bases, PreparedPush, PreparedTemplate } from './prepare-push.ts';

interface FoundBase {
  readonly base: Base;
  readonly isKnown: boolean;
}

type Before = PushResult['templates'][number]['before'];

/**
 * Finds what a push may replace: what this folder has seen at the last pull or push, or in a commit of this branch (decision 94).
 *
 * @param result of a dry run without conditions
 * @throws {CommandFailure} for assets, which the service replaces without a condition
 */
export async function findBases(prepared: PreparedPush, result: PushResult): Promise<Bases> {
  const { isForced } = prepared.choice;
  const git = await Git.open(prepared.project.directory);
  const templates: FoundBase[] = [];
  for (const [index, template] of prepared.templates.entries()) {
    templates.push(await baseOfTemplate(prepared, template, result.templates[index], git));
  }
  const partials: FoundBase[] = [];
  for (const { name, change, before } of result.partials) {
    const known = prepared.state.partials[name];
    const path = prepared.project.partials.get(name)?.path ?? '';
    const isSeen =
      isForced || change === 'unchanged' || (await isSeenComponent(before, known?.file.disk, path, git));
    const version = isSeen ? before?.version : known?.version;
    partials.push({ base: { ifVersion: version ?? null }, isKnown: isSeen });
  }
  await requireSeenAssets(prepared, result, git);
  const areKnown = [...templates, ...partials].every(({ isKnown }) => isKnown);
  return {
    templates: templates.map(({ base }) => base),
    partials: partials.map(({ base }) => base),
    areKnown,
    isShallow: !areKnown && git?.isShallow === true,
  };
}

async function baseOfTemplate(
  { choice: { isForced } }: PreparedPush,
  { local, synced }: PreparedTemplate,
  result: PushResult['templates'][number] | undefined,
  git: Git | null,
): Promise<FoundBase> {
  const before = result?.before ?? null;
  if (before === null) return { base: { ifVersion: null }, isKnown: true };
  const isSeen =
    isForced ||
    result?.change === 'unchanged' ||
    synced?.digest === before.digest ||
    (git !== null && (await hasSeenTemplate(git, local.directory, before.digest)));
  if (isSeen) return { base: { ifVersion: before.version, ifDigest: before.digest }, isKnown: true };
  const base = synced === null ? { ifVersion: null } : { ifVersion: synced.version, ifDigest: synced.digest };
  return { base, isKnown: false };
}

const isSeenComponent = async (
  before: Before,
  known: string | undefined,
  path: string,
  git: Git | null,
): Promise<boolean> =>
  before === null ||
  before.digest === known ||
  (git !== null && (await hasSeenFile(git, path, before.digest)));

async function requireSeenAssets(
  { project, state, choice }: PreparedPush,
  { assets }: PushResult,
  git: Git | null,
): Promise<void> {
  if (choice.isForced) return;
  const unseen: string[] = [];
  for (const { name, before } of assets) {
    const local = project.assets.get(name);
    if (local === undefined || before?.digest === sha256(local.content)) continue;
    if (await isSeenComponent(before, state.assets[name]?.file.disk, local.path, git)) continue;
    unseen.push(
      `${shownPath(project.directory, local.path)}: the service has other bytes, in version ${before?.version}`,
    );
  }
  if (unseen.length > 0) {
    throw new CommandFailure(
      'Others have changed these assets, so nothing was saved. `platen pull` brings their changes.',
      unseen,
    );
  }
}
