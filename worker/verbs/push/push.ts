import type { TextReader } from '../../../compose/text-reader.ts';
import type { PushRequest, PushResult } from '../../../schema/api/push.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { newReader } from '../templates/reading.ts';
import { unpaidWork } from '../usage/unpaid-work.ts';
import { requireCounts } from '../write/require-room.ts';
import { writtenInTurn } from '../write/retried.ts';
import { checkWrite, write } from '../write/write.ts';
import { checkPush } from './check-push.ts';
import { requireUnchanged } from './find-conflicts.ts';
import { findTargets, type PartialTarget, READS, type Targets } from './find-targets.ts';
import { type PlannedTemplate, planPushed, type PushPlan } from './plan-push.ts';
import { findAfterPush, findNewPartials, type NewPartial } from './push-components.ts';

/**
 * Saves templates and partials together, or none of them. Others may change a template between its check and the write. The
 * push then begins again, and finds the conflict. All attempts share one reader of texts.
 *
 * @throws {ApiError} `PUSH_CONFLICT`, `VALIDATION_ERROR` with all problems, `TEMPLATE_LIMIT_REACHED`,
 *   `PARTIAL_LIMIT_REACHED`, `VERSION_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`, `REQUEST_TIMEOUT`, `PRINTS_LIMITED`
 */
export function push(ctx: Ctx, request: PushRequest): Promise<PushResult> {
  const { dryRun = false } = request;
  const texts = newReader(ctx);
  const attempt = async () => {
    const plan = await planPush(ctx, request, texts);
    const templates = plan.templates.flatMap((template) => template.write ?? []);
    const components = plan.newPartials.map((partial) => partial.write);
    await (dryRun ? checkWrite : write)(ctx, { templates, components });
    return describe(plan, dryRun);
  };
  const details = ['Others keep changing the templates at the same time'];
  const conflict = new ApiError('PUSH_CONFLICT', { details });
  return unpaidWork(ctx, () => writtenInTurn(ctx, attempt, conflict));
}

async function planPush(ctx: Ctx, request: PushRequest, texts: TextReader): Promise<PushPlan> {
  const targets = await findTargets(ctx, request);
  await requireUnchanged(ctx, targets);
  const newPartials = await findNewPartials(ctx, targets.partials);
  await requireCounts(ctx, countNew(targets, newPartials));
  const find = findAfterPush(ctx, targets, newPartials);
  const reading = { find, texts };
  const checked = await checkPush(ctx, targets, { reading, dryRun: request.dryRun === true });
  const templates = await inTurns(READS, checked, (template) => planPushed(ctx, template));
  return { targets, newPartials, templates };
}

const countNew = ({ templates }: Targets, newPartials: readonly NewPartial[]) => ({
  templates: templates.filter(({ before }) => before === null).length,
  components: { asset: 0, partial: newPartials.filter(({ before }) => before === null).length },
});

const describe = (
  { targets: { partials, assets }, newPartials, templates }: PushPlan,
  dryRun: boolean,
): PushResult => ({
  dryRun,
  partials: partials.map((target) => describePartial(target, newPartials)),
  assets: assets.map(({ name, before }) => ({ name, before: describeBefore(before) })),
  templates: templates.map((template) => describeTemplate(template, dryRun)),
});

function describePartial(
  { pushed: { name }, before }: PartialTarget,
  newPartials: readonly NewPartial[],
): PushResult['partials'][number] {
  const written = newPartials.find(({ pushed }) => pushed.name === name)?.write;
  const after = written?.version ?? before?.version;
  if (after === undefined) throw new Error(`A pushed partial has no version: ${name}`);
  const change = written === undefined ? 'unchanged' : before === null ? 'created' : 'changed';
  return { name, change, version: after.version, digest: after.digest, before: describeBefore(before) };
}

const describeBefore = (before: PartialTarget['before']) =>
  before && { version: before.version.version, digest: before.version.digest };

function describeTemplate(template: PlannedTemplate, dryRun: boolean): PushResult['templates'][number] {
  const { pushed, before, changes, version, publishedVersion, digest } = template;
  return {
    id: before === null && dryRun ? null : template.id,
    name: pushed.name,
    change: before === null ? 'created' : changes.length > 0 ? 'changed' : 'unchanged',
    fields: [...changes],
    version,
    published: publishedVersion === version,
    digest,
    before: before && { version: before.version.version, digest: before.digest },
  };
}
