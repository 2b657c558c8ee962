import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Family, FAMILIES } from '../../../worker/adapters/metrics/families.ts';
import { inProject } from '../../../scripts/project.ts';
import { hasPromtool, problemsOfPromtool } from '../../support/promtool.ts';

const read = (path: string): string => readFileSync(inProject(path), 'utf8');

const SUFFIXES = { counter: ['_total'], gauge: [''], histogram: ['', '_bucket', '_sum', '_count'] } as const;

/** The families by the names of their samples. */
const bySample = new Map(
  FAMILIES.flatMap((family) =>
    SUFFIXES[family.type].map((suffix): [string, Family] => [family.name + suffix, family]),
  ),
);

/** Metrics of a page, each with its matchers: `platen_jobs{state="queued"}`. */
const usesIn = (text: string) =>
  [...text.matchAll(/\b(platen_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => ({
    name,
    matchers: [...matchers.matchAll(/(\w+)\s*=~?\s*\\?"([^"\\]*)/g)].map(
      ([, label = '', values = '']): [string, string[]] => [label, values.split('|')],
    ),
  }));

const FILES = ['examples/monitoring/alerts.yml', 'examples/monitoring/grafana-dashboard.json'];

describe.each(FILES)('%s', (path) => {
  const uses = usesIn(read(path)).filter(({ name }) => name !== 'platen_service');

  test('uses metrics that exist', () => {
    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter(({ name }) => !bySample.has(name))).toEqual([]);
  });

  test('uses labels and values that exist', () => {
    const unknown = uses.flatMap(({ name, matchers }) =>
      matchers.flatMap(([label, values]) => {
        if (label === 'job') return [];
        const known = bySample.get(name)?.label;
        if (known?.name !== label) return [`${name}: ${label}`];
        return values.filter((value) => !known.values.includes(value)).map((value) => `${name}: ${value}`);
      }),
    );
    expect(unknown).toEqual([]);
  });
});

test('the configuration of Prometheus names both addresses and the alerts, and promtool accepts the files', () => {
  const configuration = read('examples/monitoring/prometheus.yml');
  for (const part of ['metrics_path: /v1/metrics', 'metrics_path: /operator/metrics', 'alerts.yml']) {
    expect(configuration).toContain(part);
  }
  if (!hasPromtool()) return;
  expect(problemsOfPromtool(['check', 'rules', inProject('examples/monitoring/alerts.yml')])).toEqual([]);
  const config = ['check', 'config', '--syntax-only', inProject('examples/monitoring/prometheus.yml')];
  expect(problemsOfPromtool(config)).toEqual([]);
});

test('the dashboard is JSON whose panels have expressions and do not overlap', () => {
  interface Panel {
    readonly targets: readonly { readonly expr: string }[];
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  }
  const { panels } = JSON.parse(read('examples/monitoring/grafana-dashboard.json')) as { panels: Panel[] };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { targets } of panels) for (const { expr } of targets) expect(expr).toContain('platen_');
});

test('the page about metrics lists all of them, with their types and labels', () => {
  const rows = read('docs/observability.md')
    .split('\n')
    .filter((line) => line.startsWith('| `platen_'))
    .map((line) => {
      const [name, type, label, of] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim().replaceAll('`', ''));
      return [name, type, label, of];
    });
  expect(rows).toEqual(
    FAMILIES.map(({ name, type, label, of }) => [
      type === 'counter' ? `${name}_total` : name,
      type,
      label?.name ?? '',
      of,
    ]),
  );
});
