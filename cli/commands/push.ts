import { resolve } from 'node:path';
import { type Platen, PlatenError } from '@platen/client';
import { buildProject } from '../build/build-project.ts';
import { type Command, CommandFailure, EXIT, UsageError } from '../command.ts';
import { connect, type Connection, CONNECTION_OPTIONS, CONNECTION_USAGE } from '../connection/connect.ts';
import type { Io } from '../io.ts';
import { findAssetProblems } from '../local/project-assets.ts';
import { readOptions } from '../options.ts';
import { readProject } from '../project/read-project.ts';
import { readState, writeState } from '../project/state.ts';
import { nameFile } from '../sync/file-of-problem.ts';
import { describePlan } from '../sync/plan-text.ts';
import { makeRequest, type PreparedPush, preparePush, type RequestTerms } from '../sync/prepare-push.ts';
import { nextState } from '../sync/push-state.ts';
import { findBases } from '../sync/bases.ts';
import { uploadAssets } from '../sync/upload-assets.ts';

const usage = `Usage: platen push [template...] [--folder PATH] [--dry-run] [--draft | --publish] [--note TEXT] [--force]

Sends the templates of the project with its partials and assets. All of them are saved, or none: if one is not valid, or if
others have changed it since your last pull, the push says so and changes nothing. A template that has not changed gets no new version.
Nothing is deleted: a template without a folder stays in the workspace.

  template...     names of folders (default: all)
  --folder PATH   the project (default: this folder)
  --dry-run       says what would change, and changes nothing
  --draft         saves new versions as drafts
  --publish       also publishes drafts that have this content already
  --note TEXT     a note about the new versions
  --force         replaces what others have changed. Older versions stay in the workspace.
${CONNECTION_USAGE}`;

export const push: Command = {
  name: 'push',
  summary: 'send the templates of the folder to the workspace',
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: {
        folder: { type: 'string', default: '.' },
        'dry-run': { type: 'boolean' },
        draft: { type: 'boolean' },
        publish: { type: 'boolean' },
        note: { type: 'string' },
        force: { type: 'boolean' },
        ...CONNECTION_OPTIONS,
      },
      allowPositionals: true,
    });
    if (values.draft === true && values.publish === true)
      throw new UsageError('Use --draft or --publish, not both.');
    const project = await buildProject(await readProject(resolve(io.cwd, values.folder)));
    const connection = await connect(values, io);
    const state = await readState(project.directory, connection.baseUrl);
    const prepared = preparePush(project, state, {
      slugs: positionals,
      publish: values.draft === true ? false : values.publish,
      note: values.note,
      isForced: values.force === true,
    });
    return runPush(connection, prepared, { dryRun: values['dry-run'] === true, io });
  },
};

interface Terms {
  readonly dryRun: boolean;
  readonly io: Io;
}

/** A dry run comes first. It returns what the service has, and finds each problem before an asset is uploaded. */
async function runPush(
  connection: Connection,
  prepared: PreparedPush,
  { dryRun, io }: Terms,
): Promise<number> {
  const { platen, baseUrl } = connection;
  const { project } = prepared;
  const send = (terms: RequestTerms, isShallow = false) =>
    platen.push(makeRequest(prepared, terms)).catch((error: unknown) => explain(error, prepared, isShallow));
  const unreadable = await findAssetProblems(project);
  if (unreadable.length > 0)
    throw new CommandFailure('The service would refuse these assets, so nothing was sent.', unreadable);
  const lost = prepared.choice.isForced ? await findLost(platen, prepared) : new Set<number>();
  const before = await send({ dryRun: true, bases: null, lost });
  const bases = await findBases(prepared, before);
  const checked = bases.areKnown ? before : await send({ dryRun: true, bases, lost }, bases.isShallow);
  for (const line of describePlan(prepared, checked)) io.out(line);
  if (dryRun) {
    io.out('Nothing was changed.');
    return EXIT.ok;
  }
  await uploadAssets(platen, prepared, checked, io);
  const result = await send({ dryRun: false, bases, lost });
  await writeState(project.directory, baseUrl, nextState(prepared, result));
  return EXIT.ok;
}

/** The templates that were deleted in the workspace. A forced push makes them again. */
async function findLost(platen: Platen, { templates }: PreparedPush): Promise<Set<number>> {
  const ids = new Set<string>();
  for await (const { id } of platen.templates.all({ limit: 200 })) ids.add(id);
  return new Set(templates.flatMap(({ id }, index) => (id === null || ids.has(id) ? [] : [index])));
}

const SHALLOW =
  'This checkout does not have the whole history of Git, which may have their changes. In CI, fetch all of it (fetch-depth: 0).';

function explain(error: unknown, prepared: PreparedPush, isShallow: boolean): never {
  if (!(error instanceof PlatenError)) throw error;
  const problems = error.details.map((detail) => nameFile(detail, prepared.lists));
  if (error.code === 'PUSH_CONFLICT') {
    throw new CommandFailure(
      'Others have changed what you push, so nothing was saved. `platen pull` brings their changes.',
      isShallow ? [...problems, SHALLOW] : problems,
      { cause: error },
    );
  }
  if (error.code !== 'VALIDATION_ERROR') throw error;
  throw new CommandFailure('The project has problems, so nothing was saved.', problems, { cause: error });
}
