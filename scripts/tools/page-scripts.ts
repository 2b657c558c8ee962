/** Writes the scripts that the print engine runs in pages. */
import { writeFile } from 'node:fs/promises';
import { generatePageScripts, PAGE_SCRIPTS_FILE } from '../generate/page-scripts.ts';

await writeFile(PAGE_SCRIPTS_FILE, await generatePageScripts());
