import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalAll } from '../process-tree.ts';
import { type ImageProcess, mountNamespaceOf, processesIn } from './image-processes.ts';

/** Where programs are, on Debian and in its images. */
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Makes the directory the root of a mount namespace, and holds it until the standard input ends. By `pivot_root`, as
 * a container's: in a plain `chroot` the kernel lets nobody make a user namespace, which is Chromium's sandbox.
 */
const HOLD =
  'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && cd "$0" && pivot_root . mnt && umount -l /mnt && echo held && exec cat';

const ENDING_MS = 10_000;
const POLL_MS = 50;

/** What keeps the namespace, and its name. */
interface Held {
  readonly holder: ChildProcess;
  readonly namespace: string;
}

export interface StartOptions {
  /** Inside of the root. */
  readonly directory?: string;
  /** All that the program gets beside `PATH` and `HOME`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The root file system of an image, in a temporary folder. All that is mounted for it is mounted for its processes. */
export class ImageRoot {
  readonly #folder: string;
  readonly #signal: AbortSignal;
  #held: Held | null = null;

  private constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /** @param signal ends what runs in it; `remove` is still to be called */
  static async make(signal: AbortSignal): Promise<ImageRoot> {
    // The folder is for root alone: the image in it has devices, and programs that run as root.
    const folder = await mkdtemp(join(tmpdir(), 'platen-image-'));
    await mkdir(join(folder, 'root'), { mode: 0o755 });
    return new ImageRoot(folder, signal);
  }

  /** The path, on this machine, of a path in the image. */
  path(inside = '/'): string {
    return join(this.#folder, 'root', inside);
  }

  /** Fills it with a Debian. @param mirror null is debootstrap's own */
  async bootstrap(suite: string, mirror: string | null): Promise<void> {
    // In namespaces of its own, so that an end in the middle leaves neither a process nor a mount.
    const isolated = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child', '--mount-proc'];
    const debootstrap = ['debootstrap', '--variant=minbase', suite, this.path(), ...(mirror ? [mirror] : [])];
    await outputOf(this.#spawn('unshare', [...isolated, ...debootstrap], process.env));
  }

  /** From here on programs can run in it. */
  async enter(): Promise<void> {
    const holder = this.#spawn(
      'unshare',
      ['--mount', '--propagation=private', 'sh', '-c', HOLD, this.path()],
      {},
    );
    const failed = outputOf(holder).then(() => Promise.reject(new Error('The root is not held.')));
    await Promise.race([once(holder.stdout ?? holder, 'data'), failed]);
    failed.catch(() => {});
    this.#held = { holder, namespace: mountNamespaceOf(holder.pid ?? 0) };
  }

  /** Starts a program in it. */
  start(argv: readonly string[], { directory = '/', environment = {} }: StartOptions = {}): ChildProcess {
    const inside = [
      '--target',
      String(this.#held?.holder.pid),
      '--mount',
      'sh',
      '-c',
      'cd "$0" && exec "$@"',
    ];
    return this.#spawn('nsenter', [...inside, directory, ...argv], { HOME: '/root', ...environment });
  }

  /** Runs a program in it. @returns what it printed @throws {Error} it fails, with the end of what it printed */
  run(argv: readonly string[], options?: StartOptions): Promise<string> {
    return outputOf(this.start(argv, options));
  }

  /** What runs in it, of what was started and of what that has started. */
  async processes(): Promise<ImageProcess[]> {
    if (this.#held === null) return [];
    const { holder, namespace } = this.#held;
    const users = await readFile(this.path('/etc/passwd'), 'utf8');
    return processesIn(namespace, users).filter(({ pid }) => pid !== holder.pid);
  }

  /** Ends what runs in it, and removes it. @throws {Error} something does not end, or is still mounted in it */
  async remove(): Promise<void> {
    await this.#endAll();
    if (this.#held) await endOfInput(this.#held.holder);
    const mounts = await readFile('/proc/self/mountinfo', 'utf8');
    if (mounts.includes(this.#folder)) {
      throw new Error(`Something is mounted in ${this.#folder}: it is left as it is.`);
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #endAll(): Promise<void> {
    const deadline = Date.now() + ENDING_MS;
    for (;;) {
      const left = await this.processes();
      if (left.length === 0) return;
      if (Date.now() > deadline) throw new Error(`${left.map(({ pid }) => pid).join(', ')} do not end.`);
      signalAll(
        left.map(({ pid }) => pid),
        'SIGKILL',
      );
      await delay(POLL_MS);
    }
  }

  #spawn(program: string, argv: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(program, argv, {
      cwd: dirname(this.path()),
      env: { ...environment, PATH },
      signal: this.#signal,
      killSignal: 'SIGKILL',
      // Ctrl-C in a terminal is for this process, which ends the others in good order.
      detached: true,
    });
    child.on('error', () => {
      // That it was aborted, or is not there: its end says so, too.
    });
    return child;
  }
}

/** Ends a process that reads until there is no more, unless it has ended before. */
async function endOfInput(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await ended;
}

const SHOWN_CHARACTERS = 3_000;

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = await new Promise<string | number | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  if (ended === 0) return output;
  throw new Error(`${child.spawnargs.join(' ')} ended with ${ended}:\n${output.slice(-SHOWN_CHARACTERS)}`);
}
