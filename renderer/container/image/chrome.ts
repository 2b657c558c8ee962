import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Connection } from '@platen/print-engine';
import { openPipe } from './devtools-pipe.ts';
import { sandboxFlags } from './sandbox-flags.ts';

export interface ChromeOptions {
  /** Chromium, or a program that takes its arguments. */
  readonly executablePath: string;
  readonly flags: readonly string[];
  readonly proxyPort: number;
  /** Limit of each process of the browser. Only the page that exceeds it fails. It is null for a system without `ulimit`. */
  readonly maxProcessBytes: number | null;
  /** Default: what Chromium needs, without the server's secrets. */
  readonly env?: NodeJS.ProcessEnv;
}

const STARTUP_MS = 30_000;

/** DevTools is a pipe, because a page or another process could connect to a port. */
export class Chrome {
  readonly connection: Connection;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, connection: Connection, ended: Promise<void>) {
    this.#child = child;
    this.connection = connection;
    this.ended = ended;
  }

  /** @throws {Error} with the output of Chromium */
  static async start(options: ChromeOptions): Promise<Chrome> {
    const profile = await mkdtemp(join(tmpdir(), 'platen-chrome-'));
    const child = spawnChromium(options, profile);
    const [, , errors, commands, events] = child.stdio;
    if (!(errors instanceof Readable && commands instanceof Writable && events instanceof Readable)) {
      throw new Error('The process has no pipes');
    }
    const lastOutput = captureOutput(errors);
    const connection = new Connection(openPipe(commands, events, { onRefused: logRefusal }));
    const ended = cleanUp(child, connection, profile);
    const chrome = new Chrome(child, connection, ended);
    try {
      await connection.send('Browser.getVersion', {}, STARTUP_MS);
      return chrome;
    } catch (cause) {
      await chrome.kill();
      throw new Error(`Chromium did not start:\n${lastOutput()}`, { cause });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async kill(): Promise<void> {
    killGroup(this.#child);
    await this.ended;
  }
}

/** `ulimit -d` limits the data memory of a process. Child processes inherit the limit. */
const LIMITED = 'ulimit -d "$PROCESS_KILOBYTES" && exec "$0" "$@"';

function spawnChromium(options: ChromeOptions, profile: string): ChildProcess {
  const { executablePath, maxProcessBytes, env = publicEnvironment() } = options;
  const args = chromiumArguments(options, profile);
  const spawning = {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] satisfies StdioOptions,
    // Its own process group, so that the child processes can be ended together. Windows has none, and would open a console.
    detached: process.platform !== 'win32',
  };
  if (maxProcessBytes === null) return spawn(executablePath, args, { ...spawning, env });
  const kilobytes = String(Math.floor(maxProcessBytes / 1024));
  return spawn('/bin/sh', ['-c', LIMITED, executablePath, ...args], {
    ...spawning,
    env: { ...env, PROCESS_KILOBYTES: kilobytes },
  });
}

const chromiumArguments = ({ flags, proxyPort }: ChromeOptions, profile: string): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  ...sandboxFlags(proxyPort),
  ...flags,
];

/** Returns the environment without the server's secrets: code that escapes Chromium's sandbox could read the environment. */
const publicEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'XDG_DATA_HOME'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    child.kill();
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

async function cleanUp(child: ChildProcess, connection: Connection, profile: string): Promise<void> {
  await once(child, 'exit');
  connection.close();
  killGroup(child);
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}

const logRefusal = ({ name, message }: Error): void =>
  console.error(JSON.stringify({ event: 'browser_disconnected', error: name, message }));

function captureOutput(stream: Readable): () => string {
  let output = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4_000);
  });
  return () => output;
}
