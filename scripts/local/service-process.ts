/** The process of a local service: workerd with the built Worker, by Miniflare's API. `service.ts` starts it. */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import {
  convertV4MiniflareOptions,
  HttpOptions_Style,
  Log,
  LogLevel,
  Miniflare,
  type V4WorkerOptions,
  type WorkerdStructuredLog,
} from 'miniflare';
import { lockData } from './data-lock.ts';
import { maxPagesMib } from '../../renderer/container/image/memory-bounds.ts';
import { guardMemory } from '../../renderer/container/image/memory-guard.ts';
import { migrateLocalDatabase } from './local-database.ts';
import { listModules } from '../build/list-modules.ts';
import type { WorkerOptions } from './miniflare-options.ts';

/** The first message of the parent. */
export interface ServiceProcessOptions {
  /** Bindings and compatibility settings. */
  readonly worker: WorkerOptions;
  /** The built main module. Its folder has the others. */
  readonly main: string;
  readonly stateDir: string;
  readonly ip: string;
  /** The proxy for the requests of the Worker to stores and webhooks. */
  readonly outboundPort: number;
  /** 0 picks a free port. */
  readonly port: number;
  readonly inspector: boolean;
  /** Variables that make Miniflare start the right browser. */
  readonly env: Readonly<Record<string, string>>;
}

/** The answer: the port on which the service listens. */
export interface ServiceProcessReady {
  readonly port: number;
}

/** `console.error` of the Worker and errors of the runtime go to standard error, other lines to standard output. */
function printLine({ level, message }: WorkerdStructuredLog): void {
  const output = level === 'error' || level === 'warn' ? process.stderr : process.stdout;
  output.write(`${message}\n`);
}

const PAGES = 'pages';

/** Returns files as the binding of `assets` does. */
const PAGES_SCRIPT = 'export default { fetch: (request, { ASSETS }) => ASSETS.fetch(request) };';

/**
 * A Worker that has the files of the pages. Miniflare puts a router before each Worker with files. Before the product, the router would
 * take 1.5 ms of every request.
 */
const pages = ({ compatibilityDate, assets }: WorkerOptions) => ({
  name: PAGES,
  compatibilityDate,
  modules: [{ type: 'ESModule', path: 'pages.mjs', contents: PAGES_SCRIPT }],
  assets,
});

async function startMiniflare(options: ServiceProcessOptions): Promise<Miniflare> {
  const modules = await listModules({ path: options.main });
  const { assets, ...worker } = options.worker;
  const product = {
    ...worker,
    serviceBindings: {
      ...worker.serviceBindings,
      ...(assets && { ASSETS: PAGES }),
      OUTBOUND: {
        external: { address: `127.0.0.1:${options.outboundPort}`, http: { style: HttpOptions_Style.PROXY } },
      },
    },
    modules,
    modulesRoot: dirname(options.main),
    // Miniflare's own entry believes the private headers of any client: `MF-Original-URL` replaces the address of a request.
    unsafeDirectSockets: [{ host: options.ip, port: options.port }],
  };
  return new Miniflare(
    convertV4MiniflareOptions({
      // The entry of Miniflare. Nothing uses it.
      host: '127.0.0.1',
      port: 0,
      ...(options.inspector ? { inspectorPort: 0 } : {}),
      cf: false,
      telemetry: { enabled: false },
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      handleStructuredLogs: printLine,
      // The folder that Wrangler uses with `--persist-to`.
      resourcePersistencePath: join(options.stateDir, 'v3'),
      workers: [product, ...(assets ? [pages(options.worker)] : [])] as V4WorkerOptions[],
    }),
  );
}

function lockDataOrExit(stateDir: string): void {
  try {
    lockData(stateDir);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const [message] = await once(process, 'message');
const options = message as ServiceProcessOptions;
Object.assign(process.env, options.env);
lockDataOrExit(options.stateDir);
const miniflare = await startMiniflare(options);
const end = () => void miniflare.dispose().finally(() => process.exit());
// The parent ended without a signal.
process.once('disconnect', end);
process.once('SIGTERM', end);
await miniflare.ready;
const url = await miniflare.unsafeGetDirectURL();
// Miniflare starts the browsers.
guardMemory(() => [process.pid], maxPagesMib() * 2 ** 20);
await migrateLocalDatabase(await miniflare.getD1Database('DB'));
process.send?.({ port: Number(url.port) } satisfies ServiceProcessReady);
