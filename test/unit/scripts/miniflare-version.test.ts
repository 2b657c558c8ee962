import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

const read = (path: string) => manifest.parse(JSON.parse(readFileSync(path, 'utf8')));

// The options that Wrangler translates from wrangler.toml are those of its own Miniflare.
test('Miniflare has the version that Wrangler brings', () => {
  const wrangler = read(createRequire(import.meta.url).resolve('wrangler/package.json'));
  expect(read(inProject('scripts/package.json')).dependencies.miniflare).toBe(
    wrangler.dependencies.miniflare,
  );
});
