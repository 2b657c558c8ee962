import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure } from '../command.ts';
import { FileNames } from '../project/file-names.ts';
import { writeJson } from '../project/json-file.ts';
import { ASSETS_FOLDER, PROJECT_FILE, TEMPLATES_FOLDER } from '../project/project.ts';
import { writeTemplateFiles } from '../project/template-files.ts';
import type { ImportedPage } from './import-page.ts';

/** The files of a project, by their paths with `/`. */
export function listFiles({ template, assets }: ImportedPage): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  const slug = new FileNames().simple(template.name, 'template');
  for (const [path, text] of writeTemplateFiles(template))
    files.set(`${TEMPLATES_FOLDER}/${slug}/${path}`, text);
  for (const [name, bytes] of assets) files.set(`${ASSETS_FOLDER}/${name}`, bytes);
  return files;
}

/** Writes all files or none. @param replaces whether files that exist are replaced @throws {CommandFailure} */
export async function writeFiles(
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
