import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BINDINGS_FILE, generateBindings } from '../../../scripts/generate/bindings.ts';
import { inProject } from '../../../scripts/project.ts';

test('the types of the bindings are those of wrangler.toml', async () => {
  expect(await generateBindings()).toBe(await readFile(inProject(BINDINGS_FILE), 'utf8'));
});
