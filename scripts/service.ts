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
import { type LocalContainer, serveRendererOnDemand } from './renderer-on-demand.ts';
import { startRendererProcess } from './renderer-process.ts';
import { type OutputSink, sortOutput } from './service-output.ts';
import { spawnWrangler } from './wrangler.ts';

export interface ServiceOptions extends Partial<OutputSink> {
  /** The data of D1, R2 and the Durable Objects. Created if it does not exist. */
  readonly stateDir: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly ip?: string;
  /**
   * A value of the variable `RENDERER`. A container runs as a process next to the service. With `browser-run`, the
   * default, it starts when a request needs it.
   */
  readonly renderer?: string;
  readonly config?: string;
  readonly wranglerArgs?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export interface Service {
  /** Without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly operatorToken: string;
  /** Wrangler, the root of the process tree. workerd and Chromium are its descendants. */
  readonly pid: number;
  /** Null while no renderer runs next to the service. */
  readonly rendererPid: number | null;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

const readyMessage = z.object({ event: z.literal('DEV_SERVER_READY'), port: z.number() });

const STARTUP_MS = 120_000;
/** Wrangler prints this if it cannot run the Worker. It then waits until the sources change. */
const CANNOT_RUN = /^✘ \[ERROR\] /;
const SHUTDOWN_MS = 10_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The service stops with this process. @throws {PortTaken} @throws {Error} with the error output */
export async function startService(options: ServiceOptions): Promise<Service> {
  const ip = options.ip ?? '127.0.0.1';
  if (options.port !== 0) await assertPortFree(options.port, ip);
  const config = options.config ?? inProject('wrangler.toml');
  const secrets = localSecrets();
  await migrateLocalDatabase(config, options.stateDir);
  const { browser, renderer, egressProxy } = await startBesideService(options);
  const child = spawnWrangler(devArgs(config, ip, options, renderer), {
    detached: true,
    // A separate registry, so that two services on one machine do not find each other's Workers.
    env: { ...browser.env, ...options.env, WRANGLER_REGISTRY_PATH: join(options.stateDir, 'registry') },
  });
  // Errors before the first answer explain a failed start. They become part of the thrown error.
  const errors: string[] = [];
  let reportError = (line: string): unknown => errors.push(line);
  const failed = Promise.withResolvers<never>();
  const sink: OutputSink = {
    onLog: options.onLog ?? (() => {}),
    onError: (line) => {
      reportError(line);
      // Waits for the lines that explain the error. They follow within milliseconds.
      if (CANNOT_RUN.test(line)) setTimeout(() => failed.reject(new Error(line)), 200).unref();
    },
  };
  if (child.stdout) sortOutput(child.stdout, 'stdout', sink);
  if (child.stderr) sortOutput(child.stderr, 'stderr', sink);

  const service = new RunningService(child, secrets, renderer, egressProxy);
  try {
    await Promise.race([service.ready(), failed.promise]);
    reportError = options.onError ?? (() => {});
    return service;
  } catch (cause) {
    await service.kill();
    throw new Error(['The service did not start.', ...errors].join('\n'), { cause });
  }
}

async function startBesideService({ stateDir, renderer }: ServiceOptions) {
  const egressProxy = await startEgressProxy();
  try {
    const browser = await prepareSandboxedBrowser(stateDir, egressProxy.port);
    return { egressProxy, browser, renderer: await startContainer(renderer) };
  } catch (error) {
    await egressProxy.close();
    throw error;
  }
}

async function startContainer(renderer = 'browser-run'): Promise<LocalContainer | null> {
  if (renderer === 'browser-run-only') return null;
  return renderer === 'browser-run' ? serveRendererOnDemand() : startRendererProcess();
}

function devArgs(
  config: string,
  ip: string,
  options: ServiceOptions,
  renderer: LocalContainer | null,
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
    // Allows external stores on this machine. A deployment never sets this.
    LOCAL_DEVELOPMENT: 'true',
    // A second browser on the same CPUs only slows the first one down.
    MAX_BROWSERS: '1',
    ...(options.renderer === undefined ? {} : { RENDERER: options.renderer }),
    ...(renderer === null ? {} : { RENDERER_URL: renderer.url }),
  };
  return [
    'dev',
    // First, because `--var` consumes every argument up to the next option.
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
    throw new PortTaken(`Port ${port} is taken: another program listens on it. Choose another with --port.`);
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
  readonly #renderer: LocalContainer | null;
  readonly #egressProxy: EgressProxy;
  readonly #killNow = () => {
    signalAll([...descendants(this.pid), this.pid], 'SIGKILL');
    this.#renderer?.kill();
  };
  readonly #endWithParent: (signal: NodeJS.Signals) => void;

  constructor(
    child: ChildProcess,
    secrets: LocalSecrets,
    renderer: LocalContainer | null,
    egressProxy: EgressProxy,
  ) {
    this.#child = child;
    this.#renderer = renderer;
    this.#egressProxy = egressProxy;
    this.pid = child.pid ?? 0;
    this.operatorToken = secrets.operatorToken;
    this.#ended = once(child, 'exit');
    this.#endWithParent = (signal) => {
      void this.stop().finally(() => process.exit(128 + constants.signals[signal]));
    };
    process.once('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.once(signal, this.#endWithParent);
  }

  get rendererPid(): number | null {
    return this.#renderer?.pid ?? null;
  }

  async ready(): Promise<void> {
    const ended = this.#ended.then(() => Promise.reject(new Error('The process exited.')));
    const late = delay(STARTUP_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`The service was not ready within ${STARTUP_MS / 1000} s.`)),
    );
    await Promise.race([this.#answers(), ended, late]);
  }

  /** Wrangler sends its parent the port once it listens. The Worker answers shortly after. */
  async #answers(): Promise<void> {
    const [text] = await once(this.#child, 'message');
    const { port } = readyMessage.parse(JSON.parse(String(text)));
    this.url = `http://127.0.0.1:${port}`;
    while (!(await isHealthy(this.url))) await delay(50, undefined, { ref: false });
  }

  async stop(): Promise<void> {
    // Orphans have no parent, so the pids are read before the first signal.
    const pids = descendants(this.pid);
    this.#child.kill('SIGTERM');
    await Promise.race([this.#ended, delay(SHUTDOWN_MS, undefined, { ref: false })]);
    signalAll([...pids, this.pid], 'SIGKILL');
    await Promise.all([this.#ended, this.#renderer?.stop(), this.#egressProxy.close()]);
    this.#removeListeners();
  }

  async kill(): Promise<void> {
    this.#killNow();
    await Promise.all([this.#ended, this.#egressProxy.close()]);
    this.#removeListeners();
  }

  #removeListeners(): void {
    process.off('exit', this.#killNow);
    for (const signal of END_SIGNALS) process.off(signal, this.#endWithParent);
  }
}

/** @throws {Error} a variable is missing or wrong; the service's own lines say which one */
async function isHealthy(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${url}/healthz`, { signal }).catch(() => null);
  if (response?.status === 500) {
    await delay(200);
    throw new Error('A variable is missing or wrong.');
  }
  return response?.ok === true;
}
