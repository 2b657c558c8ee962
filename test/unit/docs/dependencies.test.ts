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

test('the code of PDFium has the size that decision 42 says', () => {
  const { size } = statSync(inProject('node_modules/@embedpdf/pdfium/dist/pdfium.wasm'));
  expect(size / 1_000_000).toBeCloseTo(4.6, 1);
});

/** The others are for tests, checks and benchmarks (`scripts/dev.ts`). */
const MAX_PACKAGES = 300;

test('`npm ci` installs few packages', () => {
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.object({
          link: z.boolean().default(false),
          optional: z.boolean().default(false),
          dev: z.boolean().default(false),
        }),
      ),
    })
    .parse(JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')));
  const packages = Object.entries(lock.packages).filter(
    // Folders of this repository do not count. Optional packages are those of one platform.
    ([path, { link, optional, dev }]) =>
      path.startsWith('node_modules/') && !link && !path.includes('/@platen/') && !optional && !dev,
  );
  expect(packages.length).toBeLessThanOrEqual(MAX_PACKAGES);
});

test('`npm ci` leaves the packages of development out', () => {
  expect(readFileSync(inProject('.npmrc'), 'utf8')).toContain('omit[]=dev');
});
