import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isJsonObject } from '../../schema/json-object.ts';
import { CommandFailure } from '../command.ts';
import { PARTIALS_FOLDER, type Project, type ProjectTemplate } from '../project/project.ts';
import { runProgram } from './run-program.ts';
import { withStyle } from './with-style.ts';

/**
 * Runs the programs that the templates name in `build` of `settings.json`. What they write is the content of the template: what
 * is printed and pushed. The file stays as it is, and the service runs nothing of it.
 *
 * @throws {CommandFailure} a program fails, or `build` is not valid
 */
export async function buildProject(project: Project): Promise<Project> {
  if (project.templates.every(({ local }) => local.build === undefined)) return project;
  const templates: ProjectTemplate[] = [];
  // One after the other: each of these programs uses all processors.
  for (const template of project.templates) templates.push(await buildTemplate(project, template));
  return { ...project, templates };
}

async function buildTemplate(project: Project, template: ProjectTemplate): Promise<ProjectTemplate> {
  const { content, directory, slug } = template;
  const { build } = template.local;
  if (build === undefined) return template;
  if (build === 'mjml') {
    const args = ['-i', '-s'];
    return { ...template, content: await runProgram({ command: 'mjml', args, directory, input: content }) };
  }
  if (build === 'tailwind')
    return { ...template, content: withStyle(content, await tailwind(project, template)) };
  const [command, ...args] = readCommand(build, slug);
  return { ...template, content: await runProgram({ command, args, directory, input: content }) };
}

const TAILWIND_FILE = 'tailwind.css';

/** The CSS of the classes that the texts of the template and the partials use. */
function tailwind(project: Project, { directory }: ProjectTemplate): Promise<string> {
  const partials = relative(directory, join(project.directory, PARTIALS_FOLDER)).replaceAll('\\', '/');
  const sources = ['./*.hbs', './partials/*.hbs', `./${partials}/*.hbs`];
  const own = existsSync(join(directory, TAILWIND_FILE));
  const first = own ? `@import "./${TAILWIND_FILE}";` : '@import "tailwindcss" source(none);';
  const input = [first, ...new Set(sources.map((source) => `@source "${source}";`))].join('\n');
  return runProgram({ command: 'tailwindcss', args: ['-i', '-', '-o', '-', '--minify'], directory, input });
}

function readCommand(build: unknown, slug: string): [command: string, ...args: string[]] {
  const { command } = isJsonObject(build) ? build : {};
  const parts = Array.isArray(command) ? command : [];
  const [first, ...args] = parts.filter((part) => typeof part === 'string');
  if (first !== undefined && first !== '' && parts.length === args.length + 1) return [first, ...args];
  throw new CommandFailure(
    `${slug}/settings.json: build must be "tailwind", "mjml", or { "command": ["program", "argument"] }.`,
  );
}
