/** Compares the generated files with what would be generated now. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { inProject } from '../project.ts';
import { API_TYPES, headOf } from './api-types.ts';
import { BINDINGS_FILE, generateBindings } from './bindings.ts';
import { generatePageScripts, PAGE_SCRIPTS } from './page-scripts.ts';

function expectSame(file: string, found: string, generated: string, tool: string): void {
  if (found === generated) return;
  console.error(
    `${relative(inProject(), file)} is out of date. \`npm run tool -- ${tool}\` writes it again.`,
  );
  process.exitCode = 1;
}

const read = (file: string): Promise<string> => readFile(file, 'utf8');

const bindings = inProject(BINDINGS_FILE);
expectSame(bindings, await read(bindings), await generateBindings(), 'types');
for (const scripts of PAGE_SCRIPTS) {
  expectSame(scripts.file, await read(scripts.file), await generatePageScripts(scripts), 'page-scripts');
}
for (const { file, describe } of API_TYPES) {
  const head = headOf(await describe());
  expectSame(file, (await read(file)).slice(0, head.length), head, 'api-types');
}
