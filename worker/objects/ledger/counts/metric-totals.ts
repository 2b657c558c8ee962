import {
  FILES,
  ERRORS_OF_REQUESTS,
  PROCESSING,
  PROCESSING_BOUNDS,
  REQUESTS,
} from '../../../adapters/metrics/families.ts';
import { type Series, seriesOf } from '../../../adapters/metrics/series.ts';
import { dayOf, type DaySpan } from './day.ts';
import { type DurationHistogram, middleOf } from './duration-histogram.ts';
import type { RequestCounts } from './request-counts.ts';
import { allRows, firstRow } from '../../storage/sql-row.ts';
import type { UsageCounts } from './usage-counts.ts';
import type { Tables } from '../../storage/tables.ts';

export const METRIC_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS metric_totals (series TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS metric_days (id INTEGER PRIMARY KEY CHECK (id = 1), added_to TEXT NOT NULL);
  `,
};

const DAY_MS = 86_400_000;

/** A file that was made before midnight may be recorded after it, so these days still change. */
const OPEN_DAYS_MS = DAY_MS;

export interface MetricTotalsDeps {
  readonly requests: RequestCounts;
  readonly counts: UsageCounts;
  readonly inTransaction: (work: () => void) => void;
}

/**
 * Counters that only rise. Days that have ended are added up once, so reading them costs the rows of two days, and deleting
 * old days changes nothing (decision 55).
 */
export class MetricTotals {
  readonly #sql: SqlStorage;
  readonly #deps: MetricTotalsDeps;

  constructor(sql: SqlStorage, deps: MetricTotalsDeps) {
    this.#sql = sql;
    this.#deps = deps;
  }

  counters(now: number): Series {
    this.addEndedDays(now);
    const sums = new Map<string, number>();
    const rows = allRows(this.#sql, 'SELECT series, value FROM metric_totals');
    for (const row of rows) sums.set(String(row.series), Number(row.value));
    const open = this.#over({ from: dayOf(now - OPEN_DAYS_MS), to: dayOf(now) });
    for (const [series, value] of open) sums.set(series, (sums.get(series) ?? 0) + value);
    return Object.fromEntries(sums);
  }

  /** Before old days are deleted. Can be repeated. */
  addEndedDays(now: number): void {
    const to = dayOf(now - OPEN_DAYS_MS - DAY_MS);
    const addedTo = String(firstRow(this.#sql, 'SELECT added_to FROM metric_days')?.added_to ?? '');
    if (addedTo >= to) return;
    this.#deps.inTransaction(() => {
      const from = addedTo === '' ? '' : dayOf(Date.parse(addedTo) + DAY_MS);
      for (const [series, value] of this.#over({ from, to })) {
        this.#sql.exec(
          `INSERT INTO metric_totals (series, value) VALUES (?, ?)
           ON CONFLICT (series) DO UPDATE SET value = value + excluded.value`,
          series,
          value,
        );
      }
      this.#sql.exec('INSERT OR REPLACE INTO metric_days (id, added_to) VALUES (1, ?)', to);
    });
  }

  #over(span: DaySpan): [series: string, value: number][] {
    const { requests, errors, times } = this.#deps.requests.totals(span);
    const files = this.#deps.counts.totals(span);
    return [
      [REQUESTS, requests],
      ...[...errors].map(([code, count]): [string, number] => [seriesOf(ERRORS_OF_REQUESTS, code), count]),
      [seriesOf(FILES, 'live'), files.live],
      [seriesOf(FILES, 'test'), files.test],
      ...histogramOf(times),
    ];
  }
}

/** A time within 5 % of a bound may count in the bucket beside it, because the ledger keeps times that precisely. */
function histogramOf(times: DurationHistogram): [series: string, value: number][] {
  const sums = new Map<string, number>();
  const add = (series: string, value: number) => sums.set(series, (sums.get(series) ?? 0) + value);
  for (const [bucket, count] of times) {
    const seconds = middleOf(bucket) / 1_000;
    const bound = PROCESSING_BOUNDS.find((most) => seconds <= most) ?? Number.POSITIVE_INFINITY;
    add(seriesOf(PROCESSING, bound), count);
    add(seriesOf(PROCESSING, 'sum'), Math.round(seconds * count * 1_000) / 1_000);
  }
  return [...sums];
}
