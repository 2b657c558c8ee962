import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';
import { trackedFiles } from '../../../scripts/generate/tracked-files.ts';

const names = z.record(z.string(), z.string()).default({});
const manifest = z.object({ dependencies: names, devDependencies: names });

/** Packages of this repository need no line. */
const OWN = /^(?:@platen\/|platen$)/;

test('docs/dependencies.md has a line for every package', () => {
  const page = readFileSync(inProject('docs/dependencies.md'), 'utf8');
  const listed = [...page.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const isListed = (name: string): boolean =>
    listed.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
  const installed = trackedFiles(/(?:^|\/)package\.json$/).flatMap(({ text }) => {
    const { dependencies, devDependencies } = manifest.parse(JSON.parse(text));
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  expect(installed.filter((name) => !OWN.test(name) && !isListed(name))).toEqual([]);
});

/** Decisions 40 and 42. */
test.each([
  ['@neslinesli93/qpdf-wasm', ['qpdf.wasm', 'qpdf.js'], 1.4],
  ['@embedpdf/pdfium', ['pdfium.wasm'], 4.6],
])('the code of %s has the size that the decisions say', (name, files, megabytes) => {
  const bytes = files.map((file) => statSync(inProject('node_modules', name, 'dist', file)).size);
  expect(bytes.reduce((sum, size) => sum + size) / 1_000_000).toBeCloseTo(megabytes, 1);
});

/**
 * 95 of them come with the witnesses of docs/dependencies.md, and two are those of `platen test`. What only one command of this repository
 * needs is installed by that command.
 */
const MAX_PACKAGES = 542;

test('`npm ci` installs few packages', () => {
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.object({ link: z.boolean().default(false), optional: z.boolean().default(false) }),
      ),
    })
    .parse(JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')));
  const packages = Object.entries(lock.packages).filter(
    // Folders of this repository do not count. Optional packages are those of one platform.
    ([path, { link, optional }]) =>
      path.startsWith('node_modules/') && !link && !path.includes('/@platen/') && !optional,
  );
  expect(packages.length).toBeLessThanOrEqual(MAX_PACKAGES);
});
