import { contentTypeOf, METRICS_TYPES, writeMetrics } from '../../adapters/metrics/exposition.ts';
import type { Family } from '../../adapters/metrics/families.ts';
import type { Series } from '../../adapters/metrics/series.ts';
import type { AppContext } from './context.ts';
import { preferredType } from './preferred-type.ts';

export function answerMetrics(c: AppContext, families: readonly Family[], values: Series) {
  const type = preferredType(c.req.header('Accept'), METRICS_TYPES);
  const headers = { 'Content-Type': contentTypeOf(type) };
  return c.body(writeMetrics(families, values, type), 200, headers);
}
