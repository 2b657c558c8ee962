import type { Asset, PartialSummary, Platen, TemplateSummary } from '@platen/client';
import { ASSET_NAME, PARTIAL_NAME } from '../../schema/api/components.ts';
import { CommandFailure } from '../command.ts';
import { inTurns } from '../lib/in-turns.ts';
import { digestOf } from '../project/normal-form.ts';
import type { TemplateState } from '../project/project.ts';

/** A template as the service has it. */
export interface RemoteTemplate {
  readonly id: string;
  readonly version: number;
  readonly digest: string;
  readonly state: TemplateState;
}

export interface Remote {
  readonly templates: readonly RemoteTemplate[];
  readonly partials: readonly PartialSummary[];
  readonly assets: readonly Asset[];
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Requests at a time. */
const WIDTH = 4;

export async function readRemote(platen: Platen): Promise<Remote> {
  const [summaries, partials, assets] = await Promise.all([
    collect(platen.templates.all({ limit: 200 })),
    collect(platen.partials.all({ limit: 200 })),
    collect(platen.assets.all({ limit: 200 })),
  ]);
  const templates = await inTurns(WIDTH, summaries, (summary) => readRemoteTemplate(platen, summary));
  requireNames(
    PARTIAL_NAME,
    partials.map(({ name }) => name),
  );
  requireNames(
    ASSET_NAME,
    assets.map(({ name }) => name),
  );
  requireNames(
    LOCALE,
    templates.flatMap(({ state }) => Object.keys(state.translations ?? {})),
  );
  return { templates, partials, assets };
}

/** A language tag (RFC 5646). */
const LOCALE = /^[A-Za-z0-9-]+$/;

/** These names become those of files. A service must not write outside of the project. @throws {CommandFailure} */
function requireNames(form: RegExp, names: readonly string[]): void {
  const wrong = names.filter((name) => !form.test(name));
  if (wrong.length === 0) return;
  throw new CommandFailure(
    'The service has names that cannot be those of files, so nothing was written.',
    wrong.map((name) => JSON.stringify(name)),
  );
}

async function readRemoteTemplate(platen: Platen, { id }: TemplateSummary): Promise<RemoteTemplate> {
  const [template, sampleSets] = await Promise.all([
    platen.templates.get(id),
    platen.templates.sampleSets(id),
  ]);
  const { name, content, settings, dataSchema, translations, version } = template;
  const state: TemplateState = { name, content, settings, dataSchema, translations, sampleSets };
  return { id, version, digest: await digestOf(state), state };
}
