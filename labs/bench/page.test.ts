import { expect, test } from 'vitest';
import { target } from './measure.ts';
import { withSection } from './page.ts';

const PAGE = '# Benchmarks\n\n<!-- bench:shortfalls -->\n\n<!-- /bench:shortfalls -->\n';

const section = (value: number): string =>
  `## Speed\n\n| What | Ratio | Target |\n| --- | --: | --: |\n| small | ${value} | ${target(value, { atMost: 1.5 })} |`;

test('the head of the benchmarks lists what misses its target, and no longer when it is met', () => {
  const missed = withSection(PAGE, 'speed', section(1.7));
  expect(missed).toContain('## What misses its target\n\n- Speed: small, 1.7 instead of at most 1.5\n');
  const met = withSection(missed, 'speed', section(1.4));
  expect(met).toContain('Every target is met.');
  expect(met).not.toContain('missed**');
  expect(met.match(/## Speed/g)).toHaveLength(1);
});

test('a section that is measured again does not change the others', () => {
  const page = withSection(withSection(PAGE, 'one', section(1)), 'two', section(2));
  expect(withSection(page, 'two', section(2))).toBe(page);
  expect(withSection(page, 'one', section(1))).toBe(page);
});

test('a target is met at its limit, from both sides', () => {
  expect(target(1.5, { atMost: 1.5 })).toBe('at most 1.5');
  expect(target(0.65, { atLeast: 0.65 })).toBe('at least 0.65');
  expect(target(0.64, { atLeast: 0.65 })).toBe('at least 0.65: **missed**');
});
