import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/project.ts';

const run = promisify(execFile);

/** What `scripts/packages/pack-package.ts` needs besides the package. */
const PACKING = ['scripts/packages/pack-package.ts', 'tsconfig.json', 'tsconfig.package.json'];

const env = { ...process.env, PATH: [inProject('node_modules/.bin'), process.env.PATH].join(delimiter) };

const npm = (args: readonly string[], cwd: string) => run('npm', args, { cwd, env });

/**
 * Runs `npm pack` for a workspace package in a copy of it: other tests import the package while it is packed.
 *
 * @param folder such as `packages/handlebars`
 * @param directory an empty directory
 * @returns the path of the archive
 */
export async function packPackage(folder: string, directory: string): Promise<string> {
  const copy = join(directory, 'repository');
  for (const path of [...PACKING, folder]) {
    await cp(inProject(path), join(copy, path), { recursive: true });
  }
  await symlink(inProject('node_modules'), join(copy, 'node_modules'));
  const destination = join(directory, 'archive');
  await mkdir(destination);
  await npm(['pack', '--pack-destination', destination], join(copy, folder));
  const [archive = ''] = await readdir(destination);
  return join(destination, archive);
}

/** Installs the archive from a file into an empty project, with its dependencies from the registry. */
export async function installPackage(archive: string, project: string): Promise<void> {
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }\n');
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', archive], project);
}

/** Runs a file of the project in Node. @returns what it prints */
export async function runInNode(project: string, file: string): Promise<string> {
  return (await run(process.execPath, [file], { cwd: project })).stdout;
}

/** Checks a file of the project against the package's declarations. @throws {Error} with the compiler's output */
export async function checkTypes(project: string, file: string): Promise<void> {
  const compiler = inProject('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
  await run(process.execPath, [compiler, ...options, file], { cwd: project });
}
