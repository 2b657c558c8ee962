import { expect, test } from 'vitest';
import { isStatic } from '../print/early-print.ts';
import { makeJob } from './support.ts';

const MANY = 8_000_000;

test.each([
  ['a word before an equals sign that never comes', `background${' '.repeat(MANY)}`],
  ['the beginning of a handler', ` on${'a'.repeat(MANY)}`],
  ['many such beginnings', ' on'.repeat(MANY / 3)],
  ['a style in which a word may be hidden', `&#style${' '.repeat(MANY)}`],
])('a long text is searched to its end: %s', (_what, text) => {
  expect(isStatic(makeJob({ html: text }))).toBe(true);
  expect(isStatic(makeJob({ html: `${text}<script>` }))).toBe(false);
});
