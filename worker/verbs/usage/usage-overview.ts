import type { UsageOverview } from '../../../schema/console/usage.ts';
import { isId } from '../../../schema/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { findKeyNames } from '../../adapters/d1/keys.ts';
import { nextMonthAt } from '../../objects/ledger/admission/credits.ts';
import { type DaySpan, daysOf, lastDays } from '../../objects/ledger/counts/day.ts';
import type { RequestStatistics, UsageCount } from '../../objects/ledger/protocol.ts';
import { findPersonNames } from '../../adapters/d1/people.ts';
import { findTemplateNames } from '../../adapters/d1/templates.ts';
import { type FileCounts, sumBy } from './summarise-usage.ts';

/** The last `days` days (UTC) include today. */
export async function usageOverview(ctx: Ctx, { days }: { days: number }): Promise<UsageOverview> {
  const { services, workspace, ledger } = ctx;
  const span = lastDays(days, services.now());
  const [account, counts, statistics] = await Promise.all([
    ledger.account(workspace.plan),
    ledger.usageCounts(span),
    ledger.requestStatistics(span),
  ]);
  return {
    ...account,
    quotaResetsAt: new Date(nextMonthAt(services.now())).toISOString(),
    days: describeDays(span, counts, statistics),
    ...(await rankings(ctx, counts)),
    byErrorCode: statistics.errors.toSorted((one, other) => other.count - one.count),
    medianMs: statistics.medianMs,
    p95Ms: statistics.p95Ms,
  };
}

const NO_REQUESTS = { requests: 0, errors: 0, medianMs: null, p95Ms: null };

function describeDays(span: DaySpan, counts: readonly UsageCount[], { days }: RequestStatistics) {
  const files = new Map(sumBy(counts, ({ day }) => day));
  const requests = new Map(days.map((one) => [one.day, one]));
  return daysOf(span).map((day) => ({
    day,
    ...(files.get(day) ?? { live: 0, test: 0 }),
    ...(requests.get(day) ?? NO_REQUESTS),
  }));
}

async function rankings({ services, workspace }: Ctx, counts: readonly UsageCount[]) {
  const byKey = largestFirst(sumBy(counts, ({ keyId }) => keyId));
  const byTemplate = largestFirst(sumBy(counts, ({ templateId }) => templateId));
  const [personIds, keyIds] = partition(byKey.map(([id]) => id));
  const templateIds = byTemplate.flatMap(([id]) => (id === null ? [] : [id]));
  const [keyNames, personNames, templateNames] = await Promise.all([
    findKeyNames(services.database, workspace.id, keyIds),
    findPersonNames(services.database, personIds),
    findTemplateNames(services.database, workspace.id, templateIds),
  ]);
  return {
    byKey: byKey.map(([keyId, files]) => ({
      keyId,
      name: keyNames.get(keyId) ?? personNames.get(keyId) ?? null,
      files,
    })),
    byTemplate: byTemplate.map(([templateId, files]) => ({
      templateId,
      name: templateNames.get(templateId ?? '') ?? null,
      files,
    })),
  };
}

function partition(ids: readonly string[]): [personIds: string[], keyIds: string[]] {
  const { person = [], key = [] } = Object.groupBy(ids, (id) => (isId('person', id) ? 'person' : 'key'));
  return [person, key];
}

const largestFirst = <Group>(sums: readonly [Group, FileCounts][]): [Group, number][] =>
  sums
    .map(([group, { live, test }]): [Group, number] => [group, live + test])
    .sort(([, one], [, other]) => other - one);
