import type { PlanId } from '../../../../schema/plans.ts';
import type { Metrics } from '../../../adapters/metrics/series.ts';
import type { AnsweredCode } from '../../../lib/api-error.ts';
import type { OpenLedger } from '../open-ledger.ts';
import type { RequestStatistics, UsageCount } from '../protocol.ts';
import type { DaySpan } from './day.ts';

/** The calls of a ledger about what it counts. */
export const countCalls = {
  /** For a request that was admitted and failed later. */
  countError(ledger: OpenLedger, errorCode: AnsweredCode): void {
    ledger.requests.addError(errorCode, ledger.now());
  },

  usageCounts(ledger: OpenLedger, span: DaySpan): readonly UsageCount[] {
    return ledger.counts.over(span);
  },

  requestStatistics(ledger: OpenLedger, span: DaySpan): RequestStatistics {
    return ledger.requests.over(span);
  },

  metrics(ledger: OpenLedger, plan: PlanId): Metrics {
    const now = ledger.now();
    const { counters, gauges } = ledger.metrics.read(now);
    return { counters, gauges: { ...gauges, ...ledger.metrics.readAccount(plan, now) } };
  },
};
