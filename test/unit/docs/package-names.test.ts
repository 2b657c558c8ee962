import { expect, test } from 'vitest';
import { trackedFiles } from '../../../scripts/generate/tracked-files.ts';

const pages = trackedFiles(/\.(?:md|yml|json|ts|tsx)$/).filter(
  ({ path }) => /^(?:README\.md|docs|examples|dashboard|cli|packages)/.test(path) && !/\btest\b/.test(path),
);

const found = (pattern: RegExp) =>
  pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([all, name = '']) => ({ path, all, name })),
  );

// The registry has no package of ours, so such a command would run what a stranger publishes under the name.
test('no page runs a package of ours by a name that the registry would answer', () => {
  const commands = found(/\bnpx ((?:--?[\w-]+ )*)(?:@platen\/\w+|platen\b)/g);
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter(({ name }) => name !== '--no-install ')).toEqual([]);
});

test('no page installs a package of ours by name', () => {
  expect(
    found(/\b(?:npm|pnpm|yarn|bun) (?:i|install|add) [^\n`]*?(?<= )((?:@platen\/|platen\b)[^\s`]*)/g),
  ).toEqual([]);
  const dependencies = found(/"(?:@platen\/[\w-]+|platen)": "([^"]*)"/g);
  const ofExamples = dependencies.filter(({ path }) => path.startsWith('examples/'));
  expect(ofExamples.length).toBeGreaterThan(2);
  expect(ofExamples.filter(({ name }) => !/^file:.*\.tgz$/.test(name))).toEqual([]);
});
