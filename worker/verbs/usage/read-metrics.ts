import type { Ctx, InstanceCtx } from '../../ctx.ts';
import { countWebhooks, readServiceMetrics, webhookSeries } from '../../adapters/d1/metrics.ts';
import { type Series, seriesOf } from '../../adapters/metrics/series.ts';

/** The numbers of a workspace: one call to its ledger and one to the database. */
export async function readWorkspaceMetrics({ services, workspace, ledger }: Ctx): Promise<Series> {
  const [metrics, webhooks] = await Promise.all([
    ledger.metrics(workspace.plan),
    countWebhooks(services.database, workspace.id),
  ]);
  return { ...metrics.counters, ...metrics.gauges, ...webhooks };
}

const ACTIVE_MS = 5 * 60_000;

/** The numbers of all workspaces, as their ledgers reported them. Wakes no ledger. */
export async function readInstanceMetrics({ services }: InstanceCtx): Promise<Series> {
  const { sums, byPlan, byState, active } = await readServiceMetrics(
    services.database,
    services.now() - ACTIVE_MS,
  );
  return {
    ...Object.fromEntries(sums.map(({ series, value }) => [series, value])),
    ...Object.fromEntries(byPlan.map((row) => [seriesOf('platen_workspaces', row.plan), row.count])),
    ...Object.fromEntries(byState.map((row) => [webhookSeries(row.isEnabled), row.count])),
    platen_active_workspaces: active,
  };
}
