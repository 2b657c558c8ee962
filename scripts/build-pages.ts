/**
 * Puts what the pages load beside them, from npm: the API reference. Wrangler runs this before `dev` and
 * `deploy` (`[build]` in wrangler.toml); the second time it finds its work done.
 */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { inProject } from './project.ts';

const VENDOR = inProject('public/docs/vendor');
const MARK = join(VENDOR, 'version.txt');

const manifest = inProject('node_modules/@scalar/api-reference/package.json');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(manifest, 'utf8')));

if ((await readFile(MARK, 'utf8').catch(() => '')) !== version) {
  await rm(VENDOR, { recursive: true, force: true });
  const browser = join(dirname(manifest), 'dist/browser');
  await cp(browser, VENDOR, {
    recursive: true,
    filter: (source) => !source.endsWith('.map') && !source.endsWith('standalone.js'),
  });
  await writeFile(MARK, version);
}
