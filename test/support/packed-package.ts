import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';

const run = promisify(execFile);

/** The files that `scripts/packages/pack-package.ts` needs besides the package. */
const PACKING = ['scripts/packages/pack-package.ts', 'tsconfig.json', 'tsconfig.package.json'];

const env = { ...process.env, PATH: [inProject('node_modules/.bin'), process.env.PATH].join(delimiter) };

export const npm = (args: readonly string[], cwd: string) => run('npm', args, { cwd, env });

const COMPILER = inProject('node_modules/typescript/bin/tsc');
const STRICT = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];

interface PackedPackage {
  /** The package, such as `packages/client`. */
  readonly folder: string;
  /** Packages of this repository that it needs. They are installed from their archives too. */
  readonly needs?: readonly string[];
  /** Packages of npm that its user installs too. The versions are those of this repository. */
  readonly beside?: readonly string[];
  /** JavaScript that imports it. A function, if it depends on what is started before the tests. */
  readonly program: string | (() => string);
  /** The output of the program. */
  readonly prints: string;
  /** TypeScript that imports it. */
  readonly typed: string;
}

export interface EmptyProject {
  /** A directory of the test, with the project in `project/`. */
  readonly directory: string;
  readonly project: string;
  /** Runs the program. @returns what it prints */
  readonly run: () => Promise<string>;
}

/**
 * Tests that a package works in an empty project, in which it is installed from the archive that `npm pack` makes of it. It is
 * packed in a copy, because other tests import it meanwhile.
 *
 * @returns the project, from `beforeAll` on
 */
export function testPacked({
  folder,
  needs = [],
  beside = [],
  program,
  prints,
  typed,
}: PackedPackage): () => EmptyProject {
  let directory: string;
  const project = () => join(directory, 'project');
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platen-package-'));
    await copySources(directory, [...needs, folder]);
    const archives: string[] = [];
    for (const each of [...needs, folder]) archives.push(await pack(directory, each));
    await mkdir(project());
    await writeFile(join(project(), 'package.json'), '{ "type": "module" }\n');
    const others = await Promise.all(beside.map(withVersion));
    await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...archives, ...others], project());
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const runProgram = async (): Promise<string> => {
    await writeFile(join(project(), 'program.js'), typeof program === 'string' ? program : program());
    return (await run(process.execPath, ['program.js'], { cwd: project() })).stdout;
  };

  test('runs in Node', async () => {
    expect(await runProgram()).toBe(prints);
  });

  test('has types', async () => {
    await writeFile(join(project(), 'typed.ts'), typed);
    await run(process.execPath, [COMPILER, ...STRICT, 'typed.ts'], { cwd: project() });
  });

  test('leaves the sources as they were', async () => {
    const manifest = join(folder, 'package.json');
    const packed = await readFile(join(directory, 'repository', manifest), 'utf8');
    expect(packed).toBe(await readFile(inProject(manifest), 'utf8'));
  });

  return () => ({ directory, project: project(), run: runProgram });
}

async function withVersion(name: string): Promise<string> {
  const manifest = await readFile(inProject('node_modules', name, 'package.json'), 'utf8');
  return `${name}@${(JSON.parse(manifest) as { version: string }).version}`;
}

async function copySources(directory: string, folders: readonly string[]): Promise<void> {
  const copy = join(directory, 'repository');
  for (const path of [...PACKING, ...folders]) {
    await cp(inProject(path), join(copy, path), { recursive: true });
  }
  await symlink(inProject('node_modules'), join(copy, 'node_modules'));
}

/** @param directory has the repository in `repository/` @returns the path of the archive */
export async function pack(directory: string, folder: string): Promise<string> {
  const { stdout } = await npm(
    ['pack', '--json', '--silent', '--pack-destination', directory],
    join(directory, 'repository', folder),
  );
  const [, filename = ''] = /"filename": "([^"]+)"/.exec(stdout) ?? [];
  return join(directory, filename);
}
