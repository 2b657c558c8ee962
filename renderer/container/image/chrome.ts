import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Connection } from '../../devtools/connection.ts';
import { openPipe } from './devtools-pipe.ts';
import { wallFlags } from './wall-flags.ts';

export interface ChromeOptions {
  /** A program that takes Chromium's arguments. */
  readonly executablePath: string;
  readonly flags: readonly string[];
  /** Where the egress proxy listens on loopback. */
  readonly proxyPort: number;
  /** What one process of the browser may allocate. A page that wants more loses its process, and no other does. */
  readonly maxProcessBytes: number;
}

const STARTUP_MS = 30_000;

/** A Chromium of this process. Its DevTools are a pipe: there is no port that a page or a neighbour could find. */
export class Chrome {
  readonly connection: Connection;
  /** Resolves once, when the process is gone and its profile is removed. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, connection: Connection, ended: Promise<void>) {
    this.#child = child;
    this.connection = connection;
    this.ended = ended;
  }

  /** @throws {Error} it does not start; the message is what it printed */
  static async start(options: ChromeOptions): Promise<Chrome> {
    const profile = await mkdtemp(join(tmpdir(), 'platen-chrome-'));
    const child = spawn(
      '/bin/sh',
      ['-c', LIMITED, options.executablePath, ...argumentsOf(options, profile)],
      {
        stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
        env: { ...plainEnvironment(), PROCESS_KILOBYTES: String(Math.floor(options.maxProcessBytes / 1024)) },
        // A group of its own, so that its children end with it.
        detached: true,
      },
    );
    const [, , errors, commands, events] = child.stdio;
    if (!(errors instanceof Readable && commands instanceof Writable && events instanceof Readable)) {
      throw new Error('A process without pipes');
    }
    const output = lastOutput(errors);
    const connection = new Connection(openPipe(commands, events));
    const ended = cleanUp(child, connection, profile);
    const chrome = new Chrome(child, connection, ended);
    try {
      await connection.send('Browser.getVersion', {}, STARTUP_MS);
      return chrome;
    } catch (cause) {
      await chrome.kill();
      throw new Error(`Chromium did not start:\n${output()}`, { cause });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Ends the browser with everything that it started. */
  async kill(): Promise<void> {
    killGroup(this.#child);
    await this.ended;
  }
}

/** `ulimit -d` bounds what a process may write to; the shell becomes Chromium, whose children inherit it. */
const LIMITED = 'ulimit -d "$PROCESS_KILOBYTES" && exec "$0" "$@"';

const argumentsOf = ({ flags, proxyPort }: ChromeOptions, profile: string): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  ...wallFlags(proxyPort),
  ...flags,
];

/** None of the server's secrets: what breaks out of the browser's sandbox finds its environment first. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'XDG_DATA_HOME'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

/** Resolves when the process has ended and what was left of it is removed. */
async function cleanUp(child: ChildProcess, connection: Connection, profile: string): Promise<void> {
  await once(child, 'exit');
  connection.close();
  killGroup(child);
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}

function lastOutput(stream: Readable): () => string {
  let output = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4_000);
  });
  return () => output;
}
