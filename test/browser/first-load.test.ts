import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildPages } from '../../scripts/build/build-all.ts';
import { inProject } from '../../scripts/project.ts';

const BUILT = 'public/dashboard';
const MAX_FIRST_LOAD_BYTES = 250_000;

const manifestFile = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);
type Manifest = z.infer<typeof manifestFile>;

/** A chunk and its static imports. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

async function gzipBytes(manifest: Manifest, names: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...names].map(async (name) => {
      const file = inProject(BUILT, manifest[name]?.file ?? '');
      return gzipSync(await readFile(file), { level: 9 }).byteLength;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Pages with the code editor may be larger. */
const WITH_EDITOR = [
  'pages/templates/TemplatePage.tsx',
  'pages/partials/PartialPage.tsx',
  'pages/playground/PlaygroundPage.tsx',
];

test('the first load of every page without an editor takes at most 250 KB of script, gzip', async () => {
  await buildPages();
  const manifest = manifestFile.parse(
    JSON.parse(await readFile(inProject(BUILT, 'assets/manifest.json'), 'utf8')),
  );
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const pages = Object.keys(manifest).filter((name) => /^pages\/.+Page\.tsx$/.test(name));
  expect(pages, 'each page is a separate script').toEqual(expect.arrayContaining(WITH_EDITOR));

  const sizes = await Promise.all(
    pages
      .filter((page) => !WITH_EDITOR.includes(page))
      .map(async (page) => {
        const chunks = withImports(manifest, page, withImports(manifest, entry));
        return { page, bytes: await gzipBytes(manifest, chunks) };
      }),
  );
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.filter(({ bytes }) => bytes > MAX_FIRST_LOAD_BYTES)).toEqual([]);
});
