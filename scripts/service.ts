import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type EgressProxy, startEgressProxy } from '../renderer/container/image/egress-proxy.ts';
import { prepareSandboxedBrowser } from './local-browser.ts';
import { migrateLocalDatabase } from './local-database.ts';
import { type LocalSecrets, localSecrets } from './local-secrets.ts';
import { descendants, signalAll } from './process-tree.ts';
import { inProject } from './project.ts';
import { type RendererProcess, startRendererProcess } from './renderer-process.ts';
import { type OutputSink, sortOutput } from './service-output.ts';
import { spawnWrangler } from './wrangler.ts';

export interface ServiceOptions extends Partial<OutputSink> {
  /** Where D1, R2 and the Durable Objects keep their data; made when it is not there. */
  readonly stateDir: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly ip?: string;
  /** What prints, as the Worker's variable `RENDERER` names it; a container is a process beside the service. */
  readonly renderer?: string;
  /** Another Wrangler configuration than the product's, for tests. */
  readonly config?: string;
  /** Passed on to `wrangler dev` as they are. */
  readonly wranglerArgs?: readonly string[];
  /** More of the environment of `wrangler dev`. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A service that runs as a child of this process, ready for requests. */
export interface Service {
  /** Without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly operatorToken: string;
  /** The root of the process tree: Wrangler; workerd and Chromium are below it. */
  readonly pid: number;
  /** The renderer's process tree, where there is one beside the service. */
  readonly rendererPid: number | null;
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
/** What Wrangler says at start-up when it cannot run the Worker; it then waits for the sources to change. */
const CANNOT_RUN = /^✘ \[ERROR\] /;
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
  await migrateLocalDatabase(config, options.stateDir);
  const { browser, renderer, egressProxy } = await startBesideService(options);
  const child = spawnWrangler(devArgs(config, ip, options, renderer), {
    detached: true,
    // A registry of its own: two services on one machine must not find each other's Workers.
    env: { ...browser.env, ...options.env, WRANGLER_REGISTRY_PATH: join(options.stateDir, 'registry') },
  });
  // Until the service answers, its errors are the reason why it did not start, and are told once.
  const errors: string[] = [];
  let tellError = (line: string): unknown => errors.push(line);
  const broken = Promise.withResolvers<never>();
  const sink: OutputSink = {
    onLog: options.onLog ?? (() => {}),
    onError: (line) => {
      tellError(line);
      // The lines that explain the error follow at once.
      if (CANNOT_RUN.test(line)) setTimeout(() => broken.reject(new Error(line)), 200).unref();
    },
  };
  if (child.stdout) sortOutput(child.stdout, 'stdout', sink);
  if (child.stderr) sortOutput(child.stderr, 'stderr', sink);

  const service = new RunningService(child, secrets, renderer, egressProxy);
  try {
    await Promise.race([service.ready(), broken.promise]);
    tellError = options.onError ?? (() => {});
    return service;
  } catch (cause) {
    await service.kill();
    throw new Error(['The service did not start.', ...errors].join('\n'), { cause });
  }
}

/** Starts the egress proxy, the browser and the renderer that the service uses. */
async function startBesideService({ stateDir, renderer }: ServiceOptions) {
  const egressProxy = await startEgressProxy();
  try {
    const browser = await prepareSandboxedBrowser(stateDir, egressProxy.port);
    const hasContainer = renderer?.includes('container') === true;
    return { egressProxy, browser, renderer: hasContainer ? await startRendererProcess() : null };
  } catch (error) {
    await egressProxy.close();
    throw error;
  }
}

function devArgs(
  config: string,
  ip: string,
  options: ServiceOptions,
  renderer: RendererProcess | null,
): string[] {
  const named = {
    config,
    'env-file': inProject('.dev.vars'),
    ip,
    port: String(options.port),
    'inspector-port': '0',
    'persist-to': options.stateDir,
    'show-interactive-dev-session': 'false',
  };
  const variables = {
    // External stores on this machine are allowed; a deployment never sets this.
    LOCAL_DEVELOPMENT: 'true',
    // Every browser of one machine has the same few CPUs: a second one only takes from the first.
    MAX_BROWSERS: '1',
    ...(options.renderer === undefined ? {} : { RENDERER: options.renderer }),
    ...(renderer === null ? {} : { RENDERER_URL: renderer.url }),
  };
  return [
    'dev',
    // First, because `--var` takes every word that follows it, up to the next option.
    ...Object.entries(variables).map(([name, value]) => `--var=${name}:${value}`),
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
  readonly rendererPid: number | null;
  readonly operatorToken: string;
  url = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #renderer: RendererProcess | null;
  /** Keeps the pages of the local browser away from everything but the public internet. */
  readonly #egressProxy: EgressProxy;
  readonly #killNow = () => {
    signalAll([...descendants(this.pid), this.pid], 'SIGKILL');
    this.#renderer?.kill();
  };
  readonly #endWithParent: (signal: NodeJS.Signals) => void;

  constructor(
    child: ChildProcess,
    secrets: LocalSecrets,
    renderer: RendererProcess | null,
    egressProxy: EgressProxy,
  ) {
    this.#child = child;
    this.#renderer = renderer;
    this.#egressProxy = egressProxy;
    this.rendererPid = renderer?.pid ?? null;
    this.pid = child.pid ?? 0;
    this.operatorToken = secrets.operatorToken;
    this.#ended = once(child, 'exit');
    this.#endWithParent = (signal) => {
      void this.stop().finally(() => process.exit(128 + constants.signals[signal]));
    };
    process.once('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.once(signal, this.#endWithParent);
  }

  /** Resolves when the service answers; rejects when it ends before, or takes too long. */
  async ready(): Promise<void> {
    const ended = this.#ended.then(() => Promise.reject(new Error('It ended at once.')));
    const late = delay(STARTUP_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`It was not ready within ${STARTUP_MS / 1000} s.`)),
    );
    await Promise.race([this.#answers(), ended, late]);
  }

  /** Wrangler tells its parent the port once it listens; a moment later the Worker answers. */
  async #answers(): Promise<void> {
    const [text] = await once(this.#child, 'message');
    const { port } = readyMessage.parse(JSON.parse(String(text)));
    this.url = `http://127.0.0.1:${port}`;
    while (!(await isHealthy(this.url))) await delay(50, undefined, { ref: false });
  }

  async stop(): Promise<void> {
    // Chromium leads process groups of its own, so the whole family is noted while it hangs together.
    const family = descendants(this.pid);
    this.#child.kill('SIGTERM');
    await Promise.race([this.#ended, delay(SHUTDOWN_MS, undefined, { ref: false })]);
    signalAll([...family, this.pid], 'SIGKILL');
    await Promise.all([this.#ended, this.#renderer?.stop(), this.#egressProxy.close()]);
    this.#forget();
  }

  async kill(): Promise<void> {
    this.#killNow();
    await Promise.all([this.#ended, this.#egressProxy.close()]);
    this.#forget();
  }

  #forget(): void {
    process.off('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.off(signal, this.#endWithParent);
  }
}

/** @throws {Error} it runs, and cannot work: a variable is missing or wrong, as its own lines tell */
async function isHealthy(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${url}/healthz`, { signal }).catch(() => null);
  if (response?.status === 500) {
    await delay(200);
    throw new Error('It cannot work with these variables.');
  }
  return response?.ok === true;
}
