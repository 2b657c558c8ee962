import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure } from '../command.ts';
import { FileNames } from '../project/file-names.ts';
import { writeJson } from '../project/json-file.ts';
import { ASSETS_FOLDER, PARTIALS_FOLDER, PROJECT_FILE, TEMPLATES_FOLDER } from '../project/project.ts';
import { writeTemplateFiles } from '../project/template-files.ts';
import type { Imported } from './imported.ts';
import { Names } from './names.ts';

/** The files of a project, by their paths with `/`. */
export function listImported({ templates, partials, assets }: Imported): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  const slugs = new FileNames();
  // Other services have folders, and the same name in several of them. Here a name is one of the workspace.
  const names = new Names((name) => name.slice(0, 90));
  for (const [index, template] of templates.entries()) {
    const name = names.give(String(index), template.name);
    const slug = slugs.simple(name, 'template');
    for (const [path, text] of writeTemplateFiles({ ...template, name, translations: null })) {
      files.set(`${TEMPLATES_FOLDER}/${slug}/${path}`, text);
    }
  }
  for (const [name, text] of partials) files.set(`${PARTIALS_FOLDER}/${name}.hbs`, text);
  for (const [name, bytes] of assets) files.set(`${ASSETS_FOLDER}/${name}`, bytes);
  return files;
}

/** Writes all files or none. @param replaces whether files that exist are replaced @throws {CommandFailure} */
export async function writeImported(
  directory: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  replaces: boolean,
): Promise<void> {
  const existing: string[] = [];
  for (const path of files.keys()) if (await exists(join(directory, path))) existing.push(path);
  if (existing.length > 0 && !replaces)
    throw new CommandFailure('These files exist. --force replaces them.', existing);
  if (!(await exists(join(directory, PROJECT_FILE))))
    await write(join(directory, PROJECT_FILE), writeJson({ format: 1 }));
  for (const [path, content] of files) await write(join(directory, path), content);
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;
