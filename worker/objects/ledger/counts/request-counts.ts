import { dayOf, type DaySpan, oldestDayKept } from './day.ts';
import { bucketOf, type DurationHistogram, merged, percentile } from './duration-histogram.ts';
import type { DayOfRequests, RequestStatistics } from '../protocol.ts';
import { allRows } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

/** `WITHOUT ROWID`: a count writes one row and no separate index. */
export const REQUEST_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS request_counts (
      day TEXT NOT NULL,
      error_code TEXT NOT NULL,
      requests INTEGER NOT NULL,
      PRIMARY KEY (day, error_code)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS processing_times (
      day TEXT NOT NULL,
      bucket INTEGER NOT NULL,
      files INTEGER NOT NULL,
      PRIMARY KEY (day, bucket)
    ) WITHOUT ROWID;
  `,
};

/** The row that counts all requests of a day. Other rows count errors. */
const ALL = '';

/** Counts requests by day (UTC): one row for each error code, and at most 152 rows for durations. */
export class RequestCounts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  addRequest(now: number): void {
    this.#count(ALL, now);
  }

  /** The request itself is counted already. */
  addError(code: string, now: number): void {
    this.#count(code, now);
  }

  #count(code: string, now: number): void {
    this.#sql.exec(
      `INSERT INTO request_counts (day, error_code, requests) VALUES (?, ?, 1)
       ON CONFLICT (day, error_code) DO UPDATE SET requests = requests + 1`,
      dayOf(now),
      code,
    );
  }

  addFile({ createdAt, processingTimeMs }: { createdAt: number; processingTimeMs: number }): void {
    this.#sql.exec(
      `INSERT INTO processing_times (day, bucket, files) VALUES (?, ?, 1)
       ON CONFLICT (day, bucket) DO UPDATE SET files = files + 1`,
      dayOf(createdAt),
      bucketOf(processingTimeMs),
    );
  }

  over(span: DaySpan): RequestStatistics {
    const counts = this.#countsOver(span);
    const times = this.#timesOver(span);
    const days = [...new Set([...counts.keys(), ...times.keys()])].sort();
    const errors = new Map<string, number>();
    for (const ofDay of counts.values()) {
      for (const [code, count] of ofDay) if (code !== ALL) errors.set(code, (errors.get(code) ?? 0) + count);
    }
    return {
      days: days.map((day) => describeDay(day, counts.get(day), times.get(day))),
      errors: [...errors].map(([code, count]) => ({ code, count })),
      ...percentilesOf(merged(times.values())),
    };
  }

  /** The days as one. */
  totals({ from, to }: DaySpan) {
    const counts = allRows(
      this.#sql,
      'SELECT error_code, SUM(requests) AS n FROM request_counts WHERE day BETWEEN ? AND ? GROUP BY error_code',
      from,
      to,
    ).map((row): [string, number] => [String(row.error_code), Number(row.n)]);
    const times = allRows(
      this.#sql,
      'SELECT bucket, SUM(files) AS n FROM processing_times WHERE day BETWEEN ? AND ? GROUP BY bucket',
      from,
      to,
    ).map((row): [number, number] => [Number(row.bucket), Number(row.n)]);
    return {
      requests: counts.find(([code]) => code === ALL)?.[1] ?? 0,
      errors: new Map(counts.filter(([code]) => code !== ALL)),
      times: new Map(times),
    };
  }

  #countsOver({ from, to }: DaySpan): Map<string, Map<string, number>> {
    const rows = allRows(this.#sql, 'SELECT * FROM request_counts WHERE day BETWEEN ? AND ?', from, to);
    return byDay(rows.map((row) => [String(row.day), String(row.error_code), Number(row.requests)]));
  }

  #timesOver({ from, to }: DaySpan): Map<string, Map<number, number>> {
    const rows = allRows(this.#sql, 'SELECT * FROM processing_times WHERE day BETWEEN ? AND ?', from, to);
    return byDay(rows.map((row) => [String(row.day), Number(row.bucket), Number(row.files)]));
  }

  forgetOld(now: number): void {
    const oldest = oldestDayKept(now);
    this.#sql.exec('DELETE FROM request_counts WHERE day < ?', oldest);
    this.#sql.exec('DELETE FROM processing_times WHERE day < ?', oldest);
  }
}

function byDay<Group>(rows: readonly [day: string, group: Group, count: number][]) {
  const days = new Map<string, Map<Group, number>>();
  for (const [day, group, count] of rows) {
    days.set(day, (days.get(day) ?? new Map<Group, number>()).set(group, count));
  }
  return days;
}

const percentilesOf = (times: DurationHistogram) => ({
  medianMs: percentile(times, 0.5),
  p95Ms: percentile(times, 0.95),
});

function describeDay(
  day: string,
  counts: ReadonlyMap<string, number> = new Map(),
  times: DurationHistogram = new Map(),
): DayOfRequests {
  const requests = counts.get(ALL) ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { day, requests, errors: all - requests, ...percentilesOf(times) };
}
