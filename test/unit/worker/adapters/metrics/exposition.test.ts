import { describe, expect, test } from 'vitest';
import { METRICS_TYPES, writeMetrics } from '../../../../../worker/adapters/metrics/exposition.ts';
import { FAMILIES } from '../../../../../worker/adapters/metrics/families.ts';
import { preferredType } from '../../../../../worker/surfaces/http/preferred-type.ts';
import { parseMetrics } from '../../../../support/metrics-text.ts';

const VALUES = {
  platen_requests: 12,
  'platen_request_errors|VALIDATION_ERROR': 3,
  'platen_files|live': 7,
  'platen_file_processing_seconds|0.1': 4,
  'platen_file_processing_seconds|1': 2,
  'platen_file_processing_seconds|Infinity': 1,
  'platen_file_processing_seconds|sum': 412.25,
  platen_rate_limit_requests: Number.POSITIVE_INFINITY,
  'platen_jobs|somewhere': 5,
  platen_unknown: 1,
};

describe('the text of metrics', () => {
  test('is valid in both formats, with all families and the same values', () => {
    const open = parseMetrics(writeMetrics(FAMILIES, VALUES, 'application/openmetrics-text'), 'openmetrics');
    const text = parseMetrics(writeMetrics(FAMILIES, VALUES, 'text/plain'), 'text');
    expect([...open.keys()]).toEqual(FAMILIES.map(({ name }) => name));
    expect([...text.keys()]).toEqual(
      FAMILIES.map(({ name, type }) => (type === 'counter' ? `${name}_total` : name)),
    );
    expect(open.get('platen_requests')?.samples.get('platen_requests_total')).toBe(12);
    expect(text.get('platen_requests_total')?.samples.get('platen_requests_total')).toBe(12);
    expect(open.get('platen_stored_bytes')?.unit).toBe('bytes');
  });

  test('has cumulative buckets, whose last one is the count', () => {
    const { samples } = parseMetrics(writeMetrics(FAMILIES, VALUES, 'text/plain'), 'text').get(
      'platen_file_processing_seconds',
    ) ?? { samples: new Map<string, number>() };
    const at = (bound: string) => samples.get(`platen_file_processing_seconds_bucket{le="${bound}"}`);
    expect([at('0.05'), at('0.1'), at('0.5'), at('1'), at('300'), at('+Inf')]).toEqual([0, 4, 4, 6, 6, 7]);
    expect(samples.get('platen_file_processing_seconds_sum')).toBe(412.25);
  });

  test('has a sample for each value of a label from the start, and for no other value', () => {
    const empty = writeMetrics(FAMILIES, {}, 'text/plain');
    const full = writeMetrics(FAMILIES, VALUES, 'text/plain');
    expect(full.split('\n').length).toBe(empty.split('\n').length);
    expect(full).not.toContain('somewhere');
    expect(empty).toContain('platen_request_errors_total{code="SERVICE_BUSY"} 0\n');
    expect(empty.split('\n').filter((line) => !line.startsWith('#')).length).toBeLessThan(120);
  });

  test.each([
    [undefined, 'text/plain'],
    ['*/*', 'text/plain'],
    ['text/plain;version=0.0.4', 'text/plain'],
    [
      'application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      'application/openmetrics-text',
    ],
  ])('is chosen by Accept: %s', (accept, type) => {
    expect(preferredType(accept, METRICS_TYPES)).toBe(type);
  });
});

test('each metric has a base unit or none, a help text, and at most one label with known values', () => {
  for (const { name, type, help, unit, label } of FAMILIES) {
    expect(name).toMatch(/^platen_[a-z_]+$/);
    expect(name).not.toMatch(/_(total|count|sum|bucket|milliseconds|ms|kb|mb)$/);
    expect(help).toMatch(/^[A-Z].*\.$/);
    if (unit !== undefined) expect(name.endsWith(`_${unit}`)).toBe(true);
    if (type === 'histogram') expect(unit).toBe('seconds');
    expect(label?.values.length ?? 1).toBeLessThan(100);
  }
});
