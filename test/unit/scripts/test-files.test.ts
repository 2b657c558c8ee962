import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';

const FILES = globSync(
  [
    '{test,labs,scripts}/**/*.ts',
    '{packages,compose,renderer}/*/test/**/*.ts',
    'cli/test/**/*.ts',
    'vitest.config.ts',
    'package.json',
  ],
  { cwd: inProject('.') },
);

/** What makes a failing test pass, or leaves one out. */
const FORBIDDEN = [/\bretry['"]?:\s*[\d{]/, /-{2}retry\b/, /\b(?:test|describe)\.(?:skip|todo|only|fails)\b/];

test('no test is repeated after a failure, and none is left out', () => {
  const found = FILES.filter((file) => {
    const text = readFileSync(inProject(file), 'utf8');
    return FORBIDDEN.some((pattern) => pattern.test(text));
  });
  expect(FILES.filter((file) => file.endsWith('.test.ts')).length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
