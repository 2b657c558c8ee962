import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatePageScripts, PAGE_SCRIPTS_FILE } from '../../../scripts/generate/page-scripts.ts';

test('the embedded page scripts are those of the sources; if not, run `npm run tool -- page-scripts`', async () => {
  expect(await readFile(PAGE_SCRIPTS_FILE, 'utf8')).toBe(await generatePageScripts());
});
