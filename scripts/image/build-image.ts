import { chmod, copyFile, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { inProject } from '../project.ts';
import type { Instruction } from './dockerfile.ts';
import { debianMirror, networkEnvironment, shareNetwork } from './host-network.ts';
import type { ImageRoot } from './image-root.ts';

/** What the Dockerfile says about running its image. */
export interface BuiltImage {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: string;
  readonly entrypoint: readonly string[];
}

/** Takes a step, and tells what came of it. */
export type Step = <T>(name: string, take: () => Promise<T>) => Promise<T>;

/** The base image is Node on a slim Debian: which Node, and which Debian. @throws {Error} it is another one */
export function baseOf(instructions: readonly Instruction[]): { nodeMajor: string; suite: string } {
  const from = instructions.filter(({ kind }) => kind === 'FROM');
  const [first] = from;
  const [, nodeMajor, suite] =
    (first?.kind === 'FROM' && /^node:(\d+)-([a-z]+)-slim$/.exec(first.image)) || [];
  if (from.length !== 1 || !nodeMajor || !suite) {
    throw new Error('The Dockerfile starts from another image than node:NUMBER-SUITE-slim.');
  }
  return { nodeMajor, suite };
}

/**
 * Fills the root with what is in the base image, then takes the Dockerfile's steps in it.
 *
 * @param npmCli the program of npm on this machine, as JavaScript
 */
export async function buildImage(
  root: ImageRoot,
  instructions: readonly Instruction[],
  npmCli: string,
  step: Step,
): Promise<BuiltImage> {
  const { suite } = baseOf(instructions);
  await step(`debootstrap ${suite}`, () => root.bootstrap(suite, debianMirror('Debian')));
  await copyNode(root, npmCli);
  await root.enter();
  await shareNetwork(root, suite);
  const network = await networkEnvironment(root, npmCli);

  let [directory, healthcheck] = ['/', ''];
  let entrypoint: readonly string[] = [];
  const environment: Record<string, string> = {};
  for (const instruction of instructions) {
    switch (instruction.kind) {
      case 'RUN': {
        const options = { directory, environment: { ...network, ...environment } };
        const run = () => root.run(['sh', '-c', instruction.command], options);
        await step(`RUN ${instruction.command.replaceAll(/\s+/g, ' ')}`, run);
        break;
      }
      case 'WORKDIR':
        directory = posix.resolve(directory, instruction.path);
        await mkdir(root.path(directory), { recursive: true });
        break;
      case 'COPY':
        await copy(instruction.sources, root, posix.join(directory, instruction.destination));
        break;
      case 'ENV':
        Object.assign(environment, instruction.variables);
        break;
      case 'HEALTHCHECK':
        healthcheck = instruction.command;
        break;
      case 'ENTRYPOINT':
        entrypoint = instruction.argv;
        break;
      case 'FROM':
      case 'EXPOSE':
        break;
    }
  }
  return { directory, environment, healthcheck, entrypoint };
}

/** This machine's Node and npm, where the base image has its own. */
async function copyNode(root: ImageRoot, npmCli: string): Promise<void> {
  const npm = dirname(dirname(npmCli));
  const inside = '../lib/node_modules/npm';
  await copyFile(process.execPath, root.path('/usr/local/bin/node'));
  await chmod(root.path('/usr/local/bin/node'), 0o755);
  await cp(npm, join(root.path('/usr/local/bin'), inside), { recursive: true });
  await symlink(`${inside}/bin/npm-cli.js`, root.path('/usr/local/bin/npm'));
}

/** From the repository: a directory's content, files into a directory, or a file to a place. */
async function copy(sources: readonly string[], root: ImageRoot, destination: string): Promise<void> {
  const sent = (await readFile(inProject('.dockerignore'), 'utf8')).split('\n');
  for (const source of sources) {
    if (!sent.includes(`!${source}`)) throw new Error(`.dockerignore keeps ${source} from Docker.`);
    const isDirectory = (await stat(inProject(source))).isDirectory();
    const isInto = !isDirectory && destination.endsWith('/');
    const target = root.path(isInto ? join(destination, basename(source)) : destination);
    await cp(inProject(source), target, { recursive: true });
  }
}
