import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';
import { listTools } from '../../../scripts/tool.ts';
import { trackedFiles } from '../../../scripts/generate/tracked-files.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8')));

const tools = listTools();

test.each(tools)('the tool $name says in its first line what it does', ({ description }) => {
  expect(description).toMatch(/^[A-Z].{10,110}$/);
});

/** The changelogs name the commands of their time. */
const isOfToday = ({ path }: { path: string }): boolean => !path.endsWith('CHANGELOG.md');

test('each command that a page or a message names exists', () => {
  const unknown = trackedFiles(/\.(?:md|ts|tsx|toml|yml)$|^\.ci\/run$/)
    .filter(isOfToday)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g)]
        .filter(([, script = '', tool]) =>
          script === 'tool' && tool !== undefined
            ? !tools.some(({ name }) => name === tool)
            : !(script in scripts),
        )
        .map(([command]) => `${path}: ${command}`),
    );
  expect(unknown).toEqual([]);
});
