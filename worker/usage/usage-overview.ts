import type { UsageOverview } from '../../schema/console/usage.ts';
import type { PlanId } from '../../schema/plans.ts';
import { findKeyNames } from '../keys/queries.ts';
import { nextMonthAt } from '../ledger/credits.ts';
import { type DaySpan, daysOf, lastDays } from '../ledger/day.ts';
import type { RequestStatistics, UsageCount } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';
import { findTemplateNames } from '../templates/queries.ts';
import { type Made, sumBy } from './summarise-usage.ts';

/**
 * What a workspace has left, and what became of its requests over the last days (UTC), today among them.
 *
 * @param days at least 1
 */
export async function usageOverview(
  services: Services,
  workspaceId: string,
  plan: PlanId,
  days: number,
): Promise<UsageOverview> {
  const ledger = services.ledger(workspaceId);
  const span = lastDays(days, services.now());
  const [account, counts, statistics] = await Promise.all([
    ledger.account(plan),
    ledger.usageCounts(span),
    ledger.requestStatistics(span),
  ]);
  return {
    ...account,
    quotaResetsAt: new Date(nextMonthAt(services.now())).toISOString(),
    days: describeDays(span, counts, statistics),
    ...(await madeBy(services, workspaceId, counts)),
    byErrorCode: statistics.errors.toSorted((one, other) => other.count - one.count),
    medianMs: statistics.medianMs,
    p95Ms: statistics.p95Ms,
  };
}

const QUIET = { requests: 0, errors: 0, medianMs: null, p95Ms: null };

function describeDays(span: DaySpan, counts: readonly UsageCount[], { days }: RequestStatistics) {
  const made = new Map(sumBy(counts, ({ day }) => day));
  const requests = new Map(days.map((one) => [one.day, one]));
  return daysOf(span).map((day) => ({
    day,
    ...(made.get(day) ?? { live: 0, test: 0 }),
    ...(requests.get(day) ?? QUIET),
  }));
}

/** Which keys and templates made how many files, the most first, by the names that they have now. */
async function madeBy({ database }: Services, workspaceId: string, counts: readonly UsageCount[]) {
  const byKey = most(sumBy(counts, ({ keyId }) => keyId));
  const byTemplate = most(sumBy(counts, ({ templateId }) => templateId));
  const templateIds = byTemplate.flatMap(([id]) => (id === null ? [] : [id]));
  const [keyNames, templateNames] = await Promise.all([
    findKeyNames(
      database,
      workspaceId,
      byKey.map(([id]) => id),
    ),
    findTemplateNames(database, workspaceId, templateIds),
  ]);
  return {
    byKey: byKey.map(([keyId, files]) => ({ keyId, name: keyNames.get(keyId) ?? null, files })),
    byTemplate: byTemplate.map(([templateId, files]) => ({
      templateId,
      name: templateNames.get(templateId ?? '') ?? null,
      files,
    })),
  };
}

const most = <Group>(sums: readonly [Group, Made][]): [Group, number][] =>
  sums
    .map(([group, { live, test }]): [Group, number] => [group, live + test])
    .sort(([, one], [, other]) => other - one);
