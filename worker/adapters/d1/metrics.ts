import { count, gt, eq, isNull, sql } from 'drizzle-orm';
import { ledgerReports } from '../../../schema/tables/ledger-reports.ts';
import { webhooks } from '../../../schema/tables/webhooks.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import type { Database } from './database.ts';
import type { Metrics, Series } from '../metrics/series.ts';

/** A report that arrives late replaces no newer one. */
export async function saveReport(
  database: Database,
  workspaceId: string,
  { counters, gauges }: Metrics,
  reportedAt: number,
): Promise<void> {
  await database
    .insert(ledgerReports)
    .values({ workspaceId, reportedAt, counters, gauges })
    .onConflictDoUpdate({
      target: ledgerReports.workspaceId,
      set: { reportedAt, counters, gauges },
      setWhere: sql`${ledgerReports.reportedAt} <= ${reportedAt}`,
    });
}

/** The workspace was deleted: it has no files and no jobs any more. */
export const clearGauges = (database: Database, workspaceId: string) =>
  database.update(ledgerReports).set({ gauges: {} }).where(eq(ledgerReports.workspaceId, workspaceId));

/** @param activeSince epoch milliseconds */
export async function readServiceMetrics(database: Database, activeSince: number) {
  const value = sql<number>`SUM(j.value)`;
  const sums = (column: 'counters' | 'gauges') =>
    database
      .select({ series: sql<string>`j.key`, value })
      .from(sql`${ledgerReports}, json_each(${ledgerReports[column]}) AS j`)
      .groupBy(sql`j.key`);
  const isEnabled = isNull(webhooks.disabledReason);
  const [counters, gauges, byPlan, byState, active] = await database.batch([
    sums('counters'),
    sums('gauges'),
    database.select({ plan: workspaces.plan, count: count() }).from(workspaces).groupBy(workspaces.plan),
    database
      .select({ isEnabled: sql<number>`${isEnabled}`, count: count() })
      .from(webhooks)
      .groupBy(isEnabled),
    database.select({ count: count() }).from(ledgerReports).where(gt(ledgerReports.reportedAt, activeSince)),
  ]);
  return { sums: [...counters, ...gauges], byPlan, byState, active: active[0]?.count ?? 0 };
}

export async function countWebhooks(database: Database, workspaceId: string): Promise<Series> {
  const isEnabled = isNull(webhooks.disabledReason);
  const rows = await database
    .select({ isEnabled: sql<number>`${isEnabled}`, count: count() })
    .from(webhooks)
    .where(eq(webhooks.workspaceId, workspaceId))
    .groupBy(isEnabled);
  return Object.fromEntries(rows.map((row) => [webhookSeries(row.isEnabled), row.count]));
}

export const webhookSeries = (isEnabled: number): string =>
  `platen_webhooks|${isEnabled === 1 ? 'enabled' : 'disabled'}`;
