/** Writes the scripts that the print engine runs in pages. */
import { writeFile } from 'node:fs/promises';
import { generatePageScripts, PAGE_SCRIPTS } from '../generate/page-scripts.ts';

for (const scripts of PAGE_SCRIPTS) await writeFile(scripts.file, await generatePageScripts(scripts));
