import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatePageScripts, PAGE_SCRIPTS } from '../../../scripts/generate/page-scripts.ts';

test.each(PAGE_SCRIPTS)(
  'the embedded page scripts of $file are those of the sources; if not, run `npm run tool -- page-scripts`',
  async (scripts) => {
    expect(await readFile(scripts.file, 'utf8')).toBe(await generatePageScripts(scripts));
  },
);
