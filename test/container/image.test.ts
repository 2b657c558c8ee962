import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { inProject } from '../../scripts/project.ts';
import { type Dockerfile, readDockerfile } from './support/dockerfile.ts';
import { variation } from '../support/thorough.ts';

// What holds of the image without Docker. The workflow builds it with Docker and prints with it.

let dockerfile: Dockerfile;
/** The work directory of the image, as far as the Dockerfile fills it with files of the repository. */
let directory: string;
beforeAll(async () => {
  dockerfile = await readDockerfile();
  directory = await mkdtemp(join(tmpdir(), 'platen-image-'));
});
afterAll(() => rm(directory, { recursive: true }));

const manifest = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).optional() });

const readManifest = async (folder: string) =>
  manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));

async function link(name: string, target: string): Promise<void> {
  const path = join(directory, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

/** Copies what the Dockerfile copies, and links what its `npm ci` installs. */
async function fillDirectory(): Promise<void> {
  for (const { sources, destination } of dockerfile.copies) {
    for (const source of sources) {
      const target = destination.endsWith('/') ? join(destination, basename(source)) : destination;
      await cp(inProject(source), join(directory, target), { recursive: true });
    }
  }
  const dependencies = new Set(Object.keys((await readManifest(directory)).dependencies ?? {}));
  for (const [, workspace = ''] of dockerfile.runs.join(' ').matchAll(/--workspace=(\S+)/g)) {
    const folder = join(directory, workspace);
    const workspaceManifest = await readManifest(folder);
    await link(workspaceManifest.name, folder);
    for (const name of Object.keys(workspaceManifest.dependencies ?? {})) dependencies.add(name);
  }
  for (const name of dependencies) {
    if (!name.startsWith('@platen/')) await link(name, inProject('node_modules', name));
  }
}

/** Starts the program of the ENTRYPOINT as this user, with the Chromium of this machine. */
async function startProgram(): Promise<ChildProcess> {
  const programAt = dockerfile.entrypoint.indexOf('node');
  const { executablePath } = await prepareLocalBrowser();
  return spawn(process.execPath, dockerfile.entrypoint.slice(programAt + 1), {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...dockerfile.environment,
      CHROMIUM: executablePath,
      RENDERER_TOKEN: 'token-of-the-image-test',
      PORT: '0',
    },
  });
}

/** The port in the first line that the program logs. */
async function readPort({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('stdout is not a pipe');
  for await (const line of createInterface(stdout)) return readyLine.parse(JSON.parse(line)).port;
  throw new Error('The program ended before it was ready');
}

const readyLine = z.object({ event: z.literal('ready'), port: z.number() });

test('everything that is copied exists and is sent to Docker', async () => {
  const ignored = (await readFile(inProject('.dockerignore'), 'utf8')).split('\n');
  for (const source of dockerfile.copies.flatMap(({ sources }) => sources)) {
    await expect(stat(inProject(source)), source).resolves.toBeDefined();
    expect(ignored).toContain(`!${source.split('/')[0]}`);
  }
  expect(dockerfile.runs.join()).toContain(`install --mode=755 renderer/container/image/start-chromium `);
});

variation(
  'the program starts from the copied files, passes the HEALTHCHECK and stops on SIGTERM',
  async () => {
    await fillDirectory();
    const program = await startProgram();
    const ended = once(program, 'exit');
    try {
      const port = await readPort(program);
      const environment = { ...process.env, PORT: String(port) };
      await promisify(execFile)('sh', ['-c', dockerfile.healthcheck], { env: environment });
    } finally {
      program.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  },
);

test('no heap has a size that the memory of the container does not have', () => {
  expect(dockerfile.entrypoint).toContain('--max-old-space-size-percentage=50');
  expect(dockerfile.entrypoint.join(' ')).not.toContain('--max-old-space-size=');
});

test('server and Chromium run as two users, neither of them root', async () => {
  const users = dockerfile.runs.join().match(/(?<=useradd --system --create-home )\w+/g);
  expect(users).toEqual(['renderer', 'chromium']);
  expect(dockerfile.entrypoint).toEqual(expect.arrayContaining(['--reuid=renderer', '--regid=renderer']));
  const starter = await readFile(inProject('renderer/container/image/start-chromium'), 'utf8');
  expect(starter).toContain('setpriv --reuid=chromium --regid=chromium');
  expect(dockerfile.environment.CHROMIUM).toBe('/usr/local/bin/start-chromium');
});
