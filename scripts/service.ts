import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { prepareLocalBrowser } from './local-browser.ts';
import { migrateLocalDatabase } from './local-database.ts';
import { type LocalSecrets, localSecrets } from './local-secrets.ts';
import { descendants, signalAll } from './process-tree.ts';
import { inProject } from './project.ts';
import { type OutputSink, sortOutput } from './service-output.ts';
import { spawnWrangler } from './wrangler.ts';

export interface ServiceOptions extends Partial<OutputSink> {
  /** Where D1, R2 and the Durable Objects keep their data; made when it is not there. */
  readonly stateDir: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly ip?: string;
  /** Another Wrangler configuration than the product's, for tests. */
  readonly config?: string;
  /** Passed on to `wrangler dev` as they are. */
  readonly wranglerArgs?: readonly string[];
}

/** A service that runs as a child of this process, ready for requests. */
export interface Service {
  /** Without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly operatorToken: string;
  /** The root of the process tree: Wrangler; workerd and Chromium are below it. */
  readonly pid: number;
  /** Ends the service and everything that it started. */
  stop(): Promise<void>;
  /** SIGKILL to the whole tree, as a power cut would. */
  kill(): Promise<void>;
}

/** The port that was asked for is not to be had. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

const readyMessage = z.object({ event: z.literal('DEV_SERVER_READY'), port: z.number() });

const STARTUP_MS = 120_000;
const SHUTDOWN_MS = 10_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts the service on its local parts: workerd with D1, R2 and Durable Objects, and a Chromium.
 * It ends with this process, whether that returns, throws or is told to stop.
 *
 * @throws {PortTaken} another program listens on the port
 * @throws {Error} the service ended before it was ready; the message is what it printed
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const ip = options.ip ?? '127.0.0.1';
  if (options.port !== 0) await assertPortFree(options.port, ip);
  const config = options.config ?? inProject('wrangler.toml');
  const secrets = localSecrets();
  const [browser] = await Promise.all([
    prepareLocalBrowser(),
    migrateLocalDatabase(config, options.stateDir),
  ]);

  const child = spawnWrangler(devArgs(config, ip, options), {
    ...browser.env,
    // A registry of its own: two services on one machine must not find each other's Workers.
    WRANGLER_REGISTRY_PATH: join(options.stateDir, 'registry'),
  });
  const errors: string[] = [];
  const sink: OutputSink = {
    onLog: options.onLog ?? (() => {}),
    onError: (line) => {
      errors.push(line);
      options.onError?.(line);
    },
  };
  if (child.stdout) sortOutput(child.stdout, 'stdout', sink);
  if (child.stderr) sortOutput(child.stderr, 'stderr', sink);

  const service = new RunningService(child, secrets);
  try {
    await service.ready();
    return service;
  } catch (cause) {
    await service.kill();
    throw new Error(`The service did not start.\n${errors.join('\n')}`, { cause });
  }
}

function devArgs(config: string, ip: string, options: ServiceOptions): string[] {
  const named = {
    config,
    'env-file': inProject('.dev.vars'),
    ip,
    port: String(options.port),
    'inspector-port': '0',
    'persist-to': options.stateDir,
    'show-interactive-dev-session': 'false',
  };
  return [
    'dev',
    ...Object.entries(named).map(([name, value]) => `--${name}=${value}`),
    ...(options.wranglerArgs ?? []),
  ];
}

async function assertPortFree(port: number, ip: string): Promise<void> {
  const probe = createServer();
  probe.listen(port, ip);
  try {
    await once(probe, 'listening');
  } catch {
    throw new PortTaken(`Port ${port} is taken: another program listens on it. Choose one with --port.`);
  }
  probe.close();
  await once(probe, 'close');
}

class RunningService implements Service {
  readonly pid: number;
  readonly operatorToken: string;
  url = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #killNow = () => signalAll([...descendants(this.pid), this.pid], 'SIGKILL');
  readonly #endWithParent: (signal: NodeJS.Signals) => void;

  constructor(child: ChildProcess, secrets: LocalSecrets) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.operatorToken = secrets.operatorToken;
    this.#ended = once(child, 'exit');
    this.#endWithParent = (signal) => {
      void this.stop().finally(() => process.exit(128 + constants.signals[signal]));
    };
    process.once('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.once(signal, this.#endWithParent);
  }

  async ready(): Promise<void> {
    const deadline = AbortSignal.timeout(STARTUP_MS);
    const port = await this.#listeningPort(deadline);
    this.url = `http://127.0.0.1:${port}`;
    while (!(await isHealthy(this.url))) {
      deadline.throwIfAborted();
      await delay(50);
    }
  }

  /** Wrangler tells its parent the port once it listens. */
  async #listeningPort(deadline: AbortSignal): Promise<number> {
    const exit = this.#ended.then(() => Promise.reject(new Error('it ended at once')));
    const message = once(this.#child, 'message', { signal: deadline });
    const [text] = await Promise.race([message, exit]);
    return readyMessage.parse(JSON.parse(String(text))).port;
  }

  async stop(): Promise<void> {
    // Chromium leads process groups of its own, so the whole family is noted while it hangs together.
    const family = descendants(this.pid);
    this.#child.kill('SIGTERM');
    await Promise.race([this.#ended, delay(SHUTDOWN_MS, undefined, { ref: false })]);
    signalAll([...family, this.pid], 'SIGKILL');
    await this.#ended;
    this.#forget();
  }

  async kill(): Promise<void> {
    this.#killNow();
    await this.#ended;
    this.#forget();
  }

  #forget(): void {
    process.off('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.off(signal, this.#endWithParent);
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
    return response.ok;
  } catch {
    return false;
  }
}
