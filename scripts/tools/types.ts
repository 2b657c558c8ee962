/** Writes the types of the Worker's bindings from wrangler.toml. */
import { writeFile } from 'node:fs/promises';
import { BINDINGS_FILE, generateBindings } from '../generate/bindings.ts';
import { inProject } from '../project.ts';

await writeFile(inProject(BINDINGS_FILE), await generateBindings());
