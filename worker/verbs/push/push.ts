import type { PushRequest, PushResult } from '../../../schema/api/push.ts';
import { PLANS } from '../../../schema/plans.ts';
import { findFull, PushOutdated } from '../../adapters/d1/push.ts';
import { countTemplates } from '../../adapters/d1/templates.ts';
import { measureParts } from '../../adapters/d1/shared-parts.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { limitReached, limitsOf } from '../parts/part-kinds.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { checkPush } from './check-push.ts';
import { requireUnchanged } from './find-conflicts.ts';
import { findTargets, type PartialTarget, READS } from './find-targets.ts';
import { planTemplate, type PlannedTemplate, type PushPlan } from './plan-push.ts';
import { findAfterPush, findNewPartials, type NewPartial } from './push-parts.ts';
import { writePush } from './write-push.ts';

/** Others may change a template between its check and the write. The push then begins again, and finds the conflict. */
const MAX_ROUNDS = 10;

/**
 * Saves templates and partials together, or none of them.
 *
 * @param deadline epoch milliseconds
 * @throws {ApiError} `PUSH_CONFLICT`, `VALIDATION_ERROR` with all problems, `TEMPLATE_LIMIT_REACHED`,
 *   `PARTIAL_LIMIT_REACHED`, `VERSION_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND`, `REQUEST_TIMEOUT`
 */
export async function push(ctx: Ctx, request: PushRequest, deadline: number): Promise<PushResult> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const plan = await planPush(ctx, request, deadline);
    if (request.dryRun === true) return describe(plan, true);
    try {
      await writePush(ctx, plan);
      return describe(plan, false);
    } catch (error) {
      if (!(error instanceof PushOutdated)) throw error;
    }
  }
  throw new ApiError('PUSH_CONFLICT', { details: ['Others keep changing the templates at the same time'] });
}

async function planPush(ctx: Ctx, request: PushRequest, deadline: number): Promise<PushPlan> {
  const targets = await findTargets(ctx, request);
  await requireUnchanged(ctx, targets);
  const newPartials = await findNewPartials(targets.partials);
  const find = findAfterPush(ctx, targets, newPartials);
  const checked = await checkPush(ctx, targets, { find, deadline, dryRun: request.dryRun === true });
  const templates = await inTurns(READS, checked, planTemplate);
  const plan = { targets, newPartials, templates };
  await requireRoom(ctx, plan);
  return plan;
}

async function requireRoom(ctx: Ctx, { newPartials, templates }: PushPlan): Promise<void> {
  const { workspace, services } = ctx;
  const { id, plan } = workspace;
  await getWorkspace(ctx, id);
  const { maxTemplates } = PLANS[plan];
  const made = templates.filter(({ before }) => before === null).length;
  if (made > 0 && made + (await countTemplates(services.database, id)) > maxTemplates) {
    throw new ApiError('TEMPLATE_LIMIT_REACHED', { values: { plan, limit: String(maxTemplates) } });
  }
  const { maxParts, maxVersions } = limitsOf('partial', plan);
  const full = await findFull(services.database, id, {
    templateIds: templates.filter(({ isVersion }) => isVersion).map((template) => template.id),
    partIds: newPartials.flatMap(({ before }) => before?.part.id ?? []),
    maxVersions,
  });
  if (full.length > 0) {
    const details = full.map((name) => `"${name}" has no version that could be deleted`);
    throw new ApiError('VERSION_LIMIT_REACHED', { values: { plan, limit: String(maxVersions) }, details });
  }
  const madePartials = newPartials.filter(({ before }) => before === null).length;
  if (madePartials === 0) return;
  const { parts } = await measureParts(services.database, id, 'partial');
  if (madePartials + parts > maxParts) throw limitReached('partial', plan, `${maxParts} partials`);
}

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
  const pin = newPartials.find(({ pushed }) => pushed.name === name)?.pin;
  const after = pin ?? before?.version;
  if (after === undefined) throw new Error(`A pushed partial has no version: ${name}`);
  const change = pin === undefined ? 'unchanged' : before === null ? 'created' : 'changed';
  return { name, change, version: after.version, digest: after.digest, before: describeBefore(before) };
}

const describeBefore = (before: PartialTarget['before']) =>
  before && { version: before.version.version, digest: before.version.digest };

function describeTemplate(template: PlannedTemplate, dryRun: boolean): PushResult['templates'][number] {
  const { pushed, before, fields, version, publishedVersion, digest } = template;
  return {
    id: before === null && dryRun ? null : template.id,
    name: pushed.name,
    change: before === null ? 'created' : fields.length > 0 ? 'changed' : 'unchanged',
    fields: [...fields],
    version,
    published: publishedVersion === version,
    digest,
    before: before && { version: before.version.version, digest: before.digest },
  };
}
