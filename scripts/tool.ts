/** `npm run tool -- NAME`: runs a file of scripts/tools or labs/tools. Without a name, it lists them with the first line of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.ts';

const FOLDERS = [inProject('scripts/tools'), inProject('labs/tools')];

interface Tool {
  readonly name: string;
  readonly file: string;
  readonly description: string;
}

export const listTools = (): Tool[] =>
  FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .map((file) => ({ name: basename(file, '.ts'), file, description: firstLine(file) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Each tool begins with a comment of one line. */
const firstLine = (file: string): string => /^\/\*\* (.*) \*\/\n/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

function usage(tools: readonly Tool[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  const lines = tools.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return `Usage: npm run tool -- NAME [options]\n\n${lines.join('\n')}`;
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  const tools = listTools();
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    process.exitCode = name === undefined ? 0 : 2;
    console.log(usage(tools));
    return;
  }
  // The tool finds its options where it would find them if it were started alone.
  process.argv.splice(1, process.argv.length, tool.file, ...args);
  await import(pathToFileURL(tool.file).href);
}

if (import.meta.main) await main(process.argv.slice(2));
