import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type EgressProxy, startEgressProxy } from '../../renderer/container/image/egress-proxy.ts';
import { proxyFlag } from '../../renderer/container/image/sandbox-flags.ts';
import { buildPages, builtWorker, buildWorkerOnce } from '../build/build-all.ts';
import { prepareLocalBrowser, prepareSandboxedBrowser, tryBrowser } from './local-browser.ts';
import { localSecrets } from './local-secrets.ts';
import { miniflareOptions, translateConfiguration, type WorkerOptions } from './miniflare-options.ts';
import { inProject } from '../project.ts';
import { type LocalContainer, serveRendererOnDemand } from './renderer-on-demand.ts';
import { startRendererProcess } from './renderer-process.ts';
import { readEgress } from './read-egress.ts';
import { RunningService, type Service } from './running-service.ts';
import type { ServiceProcessOptions } from './service-process.ts';

export type { Service } from './running-service.ts';

export interface ServiceOptions {
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
  /** These replace variables of wrangler.toml and `.dev.vars`. */
  readonly vars?: Readonly<Record<string, string>>;
  /** The source of the main module, from the root of the project. The default is the product. */
  readonly entry?: string;
  /** Builds the dashboard and the page at `/docs` first. Otherwise they are served as they were built last, if they were. */
  readonly buildsPages?: boolean;
  /** Builds nothing. An image has the results of the builds, and not the tools for them. */
  readonly isBuilt?: boolean;
  /** Starts a browser before the service says that it is ready. */
  readonly triesBrowser?: boolean;
  /** Opens the inspector of the Worker's isolate on a free port. */
  readonly inspector?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** See `readEgress`. */
  readonly egress?: string;
  /** Gets each line of the Worker's log: one JSON object. */
  readonly onLog?: (line: string) => void;
  /** Gets each line of an error, from the Worker or from the runtime. */
  readonly onError?: (line: string) => void;
}

const LOOPBACK = '127.0.0.1';

class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** The service stops with this process. @throws {PortTaken} @throws {Error} with the error output */
export async function startService(options: ServiceOptions): Promise<Service> {
  if (options.port !== 0) await assertPortFree(options.port, options.ip ?? LOOPBACK);
  const { operatorToken } = localSecrets();
  // It loads Miniflare while this process prepares the rest.
  const child = spawnProcess(options.env);
  const prepared = prepare(options).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  const { processOptions, ...companions } = await prepared;
  const service = new RunningService(child, { operatorToken, ...companions });
  // A process that has ended already is reported below.
  child.send(processOptions, () => {});
  // Errors before the first answer explain a failed start. They become part of the thrown error.
  const errors: string[] = [];
  let reportError = (line: string): unknown => errors.push(line);
  onLine(child.stdout, options.onLog ?? (() => {}));
  onLine(child.stderr, (line) => reportError(line));
  try {
    await service.ready();
    reportError = options.onError ?? (() => {});
    return service;
  } catch (cause) {
    await service.kill();
    throw new Error(['The service did not start.', ...errors].join('\n'), { cause });
  }
}

/** Detached: Ctrl-C in a terminal reaches only the parent, which stops its children in order. */
function spawnProcess(env: NodeJS.ProcessEnv = {}): ChildProcess {
  // It only starts workerd and passes messages on, so less memory is worth more than faster code.
  return spawn(process.execPath, ['--optimize-for-size', inProject('scripts/local/service-process.ts')], {
    cwd: inProject(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
}

function onLine(output: Readable | null, report: (line: string) => void): void {
  if (output === null) return;
  createInterface({ input: output }).on('line', (line) => line.trim() !== '' && report(line));
}

/** Returns the path of the main module. The first time, the Worker, the browser and the configuration take seconds each. */
async function build({ entry, buildsPages = false }: ServiceOptions): Promise<string> {
  const [main] = await Promise.all([
    buildWorkerOnce(entry),
    prepareLocalBrowser(),
    translateConfiguration(),
    buildsPages ? buildPages() : null,
  ]);
  return main;
}

async function prepare(options: ServiceOptions) {
  const main = options.isBuilt ? builtWorker() : await build(options);
  const { browser, ...companions } = await startCompanions(options);
  const vars = { ...localVars(options.renderer, companions.renderer), ...options.vars };
  const worker = await miniflareOptions(vars, options.isBuilt);
  const outboundProxy = await startOutboundProxy(worker, options.egress);
  const processOptions: ServiceProcessOptions = {
    main,
    stateDir: options.stateDir,
    ip: options.ip ?? LOOPBACK,
    port: options.port,
    outboundPort: outboundProxy.port,
    worker,
    inspector: options.inspector ?? false,
    env: browser.env,
  };
  return {
    ...companions,
    outboundProxy,
    processOptions,
    browser: browser.program,
    hasSandbox: browser.hasSandbox,
    // Each service has a proxy of its own.
    browserMark: proxyFlag(companions.egressProxy.port),
  };
}

async function startCompanions({ stateDir, renderer, egress, triesBrowser = false }: ServiceOptions) {
  const egressProxy = await startEgressProxy(await readEgress(egress));
  try {
    const browser = await prepareSandboxedBrowser(stateDir, egressProxy.port);
    if (triesBrowser) await tryBrowser(browser);
    return { egressProxy, browser, renderer: await startContainer(renderer, egress) };
  } catch (error) {
    await egressProxy.close();
    throw error;
  }
}

/** The run time's own client would connect to any address, and read an answer of 1xx without end. */
const startOutboundProxy = async ({ bindings }: WorkerOptions, egress?: string): Promise<EgressProxy> =>
  startEgressProxy({
    ...(await readEgress(egress)),
    speaksTls: true,
    allowsLoopback: bindings?.LOCAL_DEVELOPMENT === 'true',
  });

async function startContainer(renderer = 'browser-run', egress?: string): Promise<LocalContainer | null> {
  if (renderer === 'browser-run-only') return null;
  return renderer === 'browser-run' ? serveRendererOnDemand() : startRendererProcess(egress);
}

function localVars(choice: string | undefined, renderer: LocalContainer | null): Record<string, string> {
  return {
    // A second browser on the same CPUs only slows the first one down.
    MAX_BROWSERS: '1',
    ...(choice === undefined ? {} : { RENDERER: choice }),
    ...(renderer === null ? {} : { RENDERER_URL: renderer.url }),
  };
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
