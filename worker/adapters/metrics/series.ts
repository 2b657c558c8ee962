import { UNLIMITED } from '../../../schema/plans.ts';

/** Values by name and label: `platen_jobs|queued`. A metric has one label at most. */
export type Series = Readonly<Record<string, number>>;

export interface Metrics {
  /** They only rise, also when a ledger is evicted, a month ends or old days are deleted. */
  readonly counters: Series;
  readonly gauges: Series;
}

/** @param label of a histogram: the bound of the bucket, or `sum` */
export const seriesOf = (name: string, label?: string | number): string =>
  label === undefined ? name : `${name}|${label}`;

/** @param limit or `UNLIMITED` */
export const limitValue = (limit: number): number => (limit === UNLIMITED ? Number.POSITIVE_INFINITY : limit);
