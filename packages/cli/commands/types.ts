import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, CommandFailure, EXIT } from '../command.ts';
import { findTemplate } from '../local/find-template.ts';
import { writeTypes } from '../local/types/write-types.ts';
import { readOptions } from '../options.ts';
import { readProject } from '../project/read-project.ts';

const usage = `Usage: platen types [template …] [options]

Writes TypeScript of the data of templates, from their schema.json. The same schemas give the same text.

  template             names of folders; by default all templates
  -o, --output <file>  by default the standard output
  --check              writes nothing, and fails if the file is not up to date
  --folder <path>      the project; by default this folder`;

export const types: Command = {
  name: 'types',
  summary: "write TypeScript of the templates' data",
  usage,
  async run(args, io) {
    const { values, positionals } = readOptions(args, {
      options: {
        output: { type: 'string', short: 'o' },
        check: { type: 'boolean', default: false },
        folder: { type: 'string', default: '.' },
      },
      allowPositionals: true,
    });
    const project = await readProject(resolve(io.cwd, values.folder));
    const templates =
      positionals.length === 0 ? project.templates : positionals.map((slug) => findTemplate(project, slug));
    const text = writeTypes(templates);
    if (values.output === undefined) {
      io.out(text.trimEnd());
      return EXIT.ok;
    }
    const path = resolve(io.cwd, values.output);
    if (values.check) return requireSame(path, text);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return EXIT.ok;
  },
};

/** Git may have changed the line ends. @throws {CommandFailure} the file has another text */
async function requireSame(path: string, text: string): Promise<number> {
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing?.replaceAll('\r\n', '\n') === text) return EXIT.ok;
  throw new CommandFailure(`${path} is not up to date. \`platen types\` without --check writes it.`);
}
