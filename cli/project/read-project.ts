import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CommandFailure } from '../command.ts';
import { shownPath } from '../lib/files.ts';
import { FileProblems } from './json-file.ts';
import {
  ASSETS_FOLDER,
  CONTENT_FILE,
  LOCALES_FOLDER,
  PARTIALS_FOLDER,
  type Project,
  PROJECT_FILE,
  type ProjectFile,
  type ProjectTemplate,
  SAMPLES_FOLDER,
  TEMPLATES_FOLDER,
} from './project.ts';
import { isTemplateFile, readTemplateFiles } from './template-files.ts';

/** Leaves out a byte order mark, as the service does. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws {CommandFailure} with the problems of all files */
export async function readProject(directory: string): Promise<Project> {
  const root = resolve(directory);
  const problems = new FileProblems();
  const configText = await readOptional(join(root, PROJECT_FILE), problems);
  const isSingle = configText === null;
  if (isSingle && !(await exists(join(root, CONTENT_FILE)))) {
    throw new CommandFailure(
      `${root} has no ${PROJECT_FILE} and no ${CONTENT_FILE}. \`platen init\` makes a project.`,
    );
  }
  const folders = isSingle ? [root] : await listFolders(join(root, TEMPLATES_FOLDER));
  const templates: ProjectTemplate[] = [];
  for (const folder of folders) {
    const template = await readTemplate(root, folder, problems);
    if (template !== null) templates.push(template);
  }
  const owners = isSingle ? [root] : [root, ...folders];
  const project = {
    directory: root,
    isSingle,
    config: configText === null ? {} : (problems.parseObject(PROJECT_FILE, configText) ?? {}),
    templates,
    partials: await readShared(
      root,
      owners,
      { folder: PARTIALS_FOLDER, ending: '.hbs', read: readText },
      problems,
    ),
    assets: await readShared(root, owners, { folder: ASSETS_FOLDER, ending: '', read: readBytes }, problems),
  };
  checkNames(templates, problems);
  if (problems.list.length > 0) throw new CommandFailure('The project cannot be read.', problems.list);
  return project;
}

async function readTemplate(
  root: string,
  directory: string,
  problems: FileProblems,
): Promise<ProjectTemplate | null> {
  const own = new FileProblems();
  const files = await readTemplateTexts(directory, own);
  const read = readTemplateFiles(files, own);
  const prefix = shownPath(root, directory);
  problems.list.push(...own.list.map((problem) => (prefix === '' ? problem : `${prefix}/${problem}`)));
  return read && { ...read, slug: basename(directory), directory, files };
}

async function readTemplateTexts(directory: string, problems: FileProblems): Promise<Map<string, string>> {
  const paths = [
    ...(await listFiles(directory)),
    ...(await listFiles(join(directory, SAMPLES_FOLDER))).map((name) => `${SAMPLES_FOLDER}/${name}`),
    ...(await listFiles(join(directory, LOCALES_FOLDER))).map((name) => `${LOCALES_FOLDER}/${name}`),
  ];
  const files = new Map<string, string>();
  for (const path of paths.filter(isTemplateFile)) {
    files.set(path, await readText(join(directory, path), path, problems));
  }
  return files;
}

interface SharedKind<Content> {
  readonly folder: string;
  /** Left out of the name. */
  readonly ending: string;
  readonly read: (path: string, shown: string, problems: FileProblems) => Promise<Content>;
}

/** The same name with another content in two folders is a problem, because the workspace has one of each name. */
async function readShared<Content extends string | Uint8Array>(
  root: string,
  owners: readonly string[],
  { folder, ending, read }: SharedKind<Content>,
  problems: FileProblems,
): Promise<Map<string, ProjectFile<Content>>> {
  const found = new Map<string, ProjectFile<Content>>();
  for (const owner of owners) {
    const names = (await listFiles(join(owner, folder))).filter((name) => name.endsWith(ending));
    for (const file of names.filter((name) => !name.startsWith('.'))) {
      const path = join(owner, folder, file);
      const shown = shownPath(root, path);
      const name = file.slice(0, file.length - ending.length);
      const content = await read(path, shown, problems);
      const other = found.get(name);
      if (other === undefined) found.set(name, { name, path, content });
      else if (!isSame(other.content, content)) {
        const otherShown = shownPath(root, other.path);
        problems.add(shown, `has another content than ${otherShown}. The workspace has one of each name`);
      }
    }
  }
  return found;
}

const isSame = (one: string | Uint8Array, other: string | Uint8Array): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0;

function checkNames(templates: readonly ProjectTemplate[], problems: FileProblems): void {
  const slugs = new Map<string, string>();
  for (const { name, slug } of templates) {
    const other = slugs.get(name.trim());
    if (other !== undefined) problems.add(slug, `has the name of ${other}: "${name}"`);
    slugs.set(name.trim(), slug);
  }
}

async function readText(path: string, shown: string, problems: FileProblems): Promise<string> {
  try {
    return decoder.decode(await readFile(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    problems.add(shown, 'is no text in UTF-8');
    return '';
  }
}

const readBytes = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(path));

async function readOptional(path: string, problems: FileProblems): Promise<string | null> {
  return (await exists(path)) ? readText(path, basename(path), problems) : null;
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Sorted, so that a command does the same on each machine. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Lists the folders with a template. Other folders may have drafts or notes. */
async function listFolders(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
  const isTemplate = await Promise.all(folders.map((folder) => exists(join(folder, CONTENT_FILE))));
  return folders.filter((_, index) => isTemplate[index]).sort();
}
