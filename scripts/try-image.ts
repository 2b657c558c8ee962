/**
 * `npm run image:try`: takes the steps of the renderer's Dockerfile without Docker, in a Debian of `debootstrap`, starts
 * what they make, and checks it. For root on Linux; nothing of it stays.
 */
import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { baseOf, buildImage } from './image/build-image.ts';
import { type Instruction, parseDockerfile } from './image/dockerfile.ts';
import { CHECKS } from './image/image-checks.ts';
import { ImageRoot, PATH } from './image/image-root.ts';
import { startServer } from './image/image-server.ts';
import { inProject } from './project.ts';

const PROGRAMS = {
  debootstrap: 'debootstrap',
  'apt-get': 'apt',
  'apt-config': 'apt',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  pivot_root: 'util-linux',
};

/** The npm that has started this: image and command then have the same. */
const npmCli = process.env.npm_execpath;

/** A sentence for each thing that this machine lacks. */
function lacking({ nodeMajor }: ReturnType<typeof baseOf>): string[] {
  if (process.platform !== 'linux') return ['It needs Linux: what it tries is a Debian.'];
  const lacks: string[] = [];
  if (process.getuid?.() !== 0) lacks.push('It needs root, who alone may make a Debian and its users.');
  for (const [program, debianPackage] of Object.entries(PROGRAMS)) {
    if (!isThere(program)) lacks.push(`It needs ${program}: apt-get install ${debianPackage}.`);
  }
  if (process.versions.node.split('.')[0] !== nodeMajor) {
    lacks.push(`It needs Node ${nodeMajor}, as in the image; this is ${process.version}.`);
  }
  if (npmCli === undefined) lacks.push('It needs npm: start it by `npm run image:try`.');
  return lacks;
}

function isThere(program: string): boolean {
  return PATH.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const LINE_CHARACTERS = 72;
const shorten = (text: string): string =>
  text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS - 1)}…` : text;

/** Takes a step and prints what came of it. */
async function step<T>(name: string, take: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await take();
    console.log(`ok ${shorten(name)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    console.log(`not ok ${shorten(name)}`);
    throw error;
  }
}

const interrupted = new AbortController();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @returns whether every check passed @throws what a step fails with: without it there is nothing to check */
async function tryImage(root: ImageRoot, instructions: readonly Instruction[]): Promise<boolean> {
  const image = await buildImage(root, instructions, npmCli ?? '', step);
  const server = await step('HEALTHCHECK of what ENTRYPOINT started', () => startServer(root, image));
  let passed = true;
  for (const [about, check] of CHECKS) {
    interrupted.signal.throwIfAborted();
    try {
      console.log(`ok ${about}: ${await check({ root, image, server })}`);
    } catch (error) {
      passed = false;
      console.log(`not ok ${about}: ${messageOf(error)}`);
    }
  }
  return passed;
}

/** The Dockerfile's steps. Ends the process, with a sentence, where they cannot be taken. */
async function readSteps(): Promise<readonly Instruction[]> {
  try {
    const text = await readFile(inProject('renderer/container/image/Dockerfile'), 'utf8');
    const instructions = parseDockerfile(text);
    const lacks = lacking(baseOf(instructions));
    if (lacks.length === 0) return instructions;
    console.error(lacks.join('\n'));
  } catch (error) {
    console.error(messageOf(error));
  }
  return process.exit(2);
}

const instructions = await readSteps();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

const root = await ImageRoot.make(interrupted.signal);
try {
  if (!(await tryImage(root, instructions))) process.exitCode = 1;
} catch (error) {
  process.exitCode = 1;
  console.error(interrupted.signal.aborted ? 'Interrupted.' : messageOf(error));
} finally {
  await step('all of it is removed', () => root.remove());
}
