/** `npm run tool -- NAME`: runs a file of scripts/tools. Without a name, it lists them with the first line of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.ts';

const TOOLS = inProject('scripts/tools');

interface Tool {
  readonly name: string;
  readonly description: string;
}

export const listTools = (): Tool[] =>
  readdirSync(TOOLS)
    .toSorted()
    .map((file) => ({ name: basename(file, '.ts'), description: firstLine(join(TOOLS, file)) }));

/** Each tool begins with a comment of one line. */
const firstLine = (file: string): string => /^\/\*\* (.*) \*\/\n/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

function usage(tools: readonly Tool[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  const lines = tools.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return `Usage: npm run tool -- NAME [options]\n\n${lines.join('\n')}`;
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  const tools = listTools();
  if (!tools.some((tool) => tool.name === name)) {
    process.exitCode = name === undefined ? 0 : 2;
    console.log(usage(tools));
    return;
  }
  const file = join(TOOLS, `${name}.ts`);
  // The tool finds its options where it would find them if it were started alone.
  process.argv.splice(1, process.argv.length, file, ...args);
  await import(pathToFileURL(file).href);
}

if (import.meta.main) await main(process.argv.slice(2));
