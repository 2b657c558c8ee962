import { execFile, spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MAX_OUTPUT_BYTES = 64_000_000;

/** At most this many commits of a folder are read, newest first. */
const MAX_COMMITS = 500;

/** A file of a commit. Equal contents have the same id. */
export interface Blob {
  /** With `/`, from the path given to `history`. Empty if that is this file. */
  readonly path: string;
  readonly id: string;
}

/** Reads the commits of a repository, and changes nothing in it. */
export class Git {
  readonly #root: string;
  /** Older commits are missing, as in most checkouts of CI. */
  readonly isShallow: boolean;
  readonly #hasCommits: boolean;

  private constructor(root: string, isShallow: boolean, hasCommits: boolean) {
    this.#root = root;
    this.#hasCommits = hasCommits;
    this.isShallow = isShallow;
  }

  /** @returns null if the folder is in no repository, or Git is not installed */
  static async open(directory: string): Promise<Git | null> {
    try {
      const { stdout } = await run('git', ['rev-parse', '--show-toplevel', '--is-shallow-repository'], {
        cwd: directory,
      });
      const [root = '', isShallow] = stdout.split(/\r?\n/);
      const hasCommits = await run('git', ['rev-parse', '--verify', '--quiet', 'HEAD'], {
        cwd: directory,
      }).then(
        () => true,
        () => false,
      );
      return new Git(await realpath(root), isShallow === 'true', hasCommits);
    } catch {
      return null;
    }
  }

  /** The states of a file or folder in the commits of this branch, newest first. */
  async *history(path: string): AsyncGenerator<readonly Blob[]> {
    // Git names its folder without links, such as /private/tmp for /tmp of macOS.
    const inRoot = relative(this.#root, await realpath(path)).replaceAll('\\', '/') || '.';
    if (!this.#hasCommits || inRoot.startsWith('../')) return;
    // Unlike `git log`, it does not change with the user's settings.
    const log = await this.#text(['rev-list', '--full-history', `-${MAX_COMMITS}`, 'HEAD', '--', inRoot]);
    const trees = new Set<string>();
    for (const commit of log.split('\n').filter(Boolean)) {
      const tree = await this.#text(['ls-tree', '-r', '-z', commit, '--', inRoot]);
      if (trees.has(tree)) continue;
      trees.add(tree);
      yield tree
        .split('\0')
        .filter(Boolean)
        .map((line) => readEntry(line, inRoot));
    }
  }

  async read(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const child = spawn('git', ['cat-file', 'blob', id], {
      cwd: this.#root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return new Uint8Array(await buffer(child.stdout));
  }

  async #text(args: readonly string[]): Promise<string> {
    return (await run('git', [...args], { cwd: this.#root, maxBuffer: MAX_OUTPUT_BYTES })).stdout;
  }
}

/** `100644 blob 0a1b2c…<tab>templates/invoice/template.hbs` */
function readEntry(line: string, folder: string): Blob {
  const [fields = '', path = ''] = line.split('\t');
  const [, , id = ''] = fields.split(' ');
  if (folder === '.') return { path, id };
  return { path: path === folder ? '' : path.slice(folder.length + 1), id };
}
