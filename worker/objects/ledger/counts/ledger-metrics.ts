import { type PlanId, PLANS } from '../../../../schema/plans.ts';
import { limitValue, type Metrics, type Series, seriesOf } from '../../../adapters/metrics/series.ts';
import { openWindow, toRateState } from '../../rate-limit/rate-window.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { BatchList } from '../batches/batch-list.ts';
import type { CopyIndex } from '../files/copy-index.ts';
import { accountOf, inMonth } from '../admission/credits.ts';
import type { Events } from '../events/events.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MetricTotals } from './metric-totals.ts';
import type { ReservationStore } from '../admission/reservation-store.ts';
import type { StoredSize } from '../files/stored-size.ts';

export interface LedgerMetricsDeps {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly jobs: JobStore;
  readonly batches: BatchList;
  readonly copies: CopyIndex;
  readonly events: Events;
  readonly totals: MetricTotals;
  readonly storedSize: StoredSize;
}

/** The numbers of a workspace (contract 19.2). Counting writes nothing that a request does not write anyway. */
export class LedgerMetrics {
  readonly #deps: LedgerMetricsDeps;

  constructor(deps: LedgerMetricsDeps) {
    this.#deps = deps;
  }

  read(now: number): Metrics {
    return { counters: this.#deps.totals.counters(now), gauges: this.#gauges(now) };
  }

  readAccount(plan: PlanId, now: number): Series {
    const { accounts } = this.#deps;
    const { monthlyCredits, requestsPerMinute } = PLANS[plan];
    const account = accountOf(inMonth(accounts.balance(now), now), monthlyCredits);
    const rate = toRateState(openWindow(accounts.rateWindow(), now), requestsPerMinute);
    return {
      platen_credits_remaining: account.remaining,
      platen_quota_used_credits: account.quotaUsed,
      platen_quota_limit_credits: account.quotaLimit,
      platen_rate_limit_requests: limitValue(rate.limit),
      platen_rate_limit_remaining_requests: limitValue(rate.remaining),
    };
  }

  #gauges(now: number): Series {
    const { reservations, jobs, batches, copies, events, storedSize } = this.#deps;
    const running = jobs.countRunning();
    const stored = storedSize.read(now);
    const byState = [...batches.countByState()].map(([state, count]): [string, number] => [
      seriesOf('platen_batches', state),
      count,
    ]);
    return {
      platen_prints_running: reservations.countRunning(),
      [seriesOf('platen_jobs', 'queued')]: jobs.countOpen() - running,
      [seriesOf('platen_jobs', 'running')]: running,
      ...Object.fromEntries(byState),
      platen_copies_waiting: copies.countWaiting(),
      platen_webhook_events_waiting: events.outbox.count(),
      platen_stored_files: stored.files,
      platen_stored_bytes: stored.bytes,
    };
  }
}
