/** The process of a local service: workerd with the built Worker, by Miniflare's API. `service.ts` starts it. */
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type V4WorkerOptions,
  type WorkerdStructuredLog,
} from 'miniflare';
import { migrateLocalDatabase, MIGRATIONS_ENTRYPOINT } from './local-database.ts';
import { listModules } from './build/list-modules.ts';
import { LOCAL_ENTRYPOINT, localMainModule } from './local-entrypoint.ts';
import { LocalPages } from './local-pages.ts';
import type { WorkerOptions } from './local/miniflare-options.ts';
import { noteRunning, noteStopped } from './local/state-lock.ts';

/** The first message of the parent. */
export interface ServiceProcessOptions {
  /** Bindings and compatibility settings. */
  readonly worker: WorkerOptions;
  /** The built main module. Its folder has the others. */
  readonly main: string;
  readonly stateDir: string;
  readonly ip: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly inspector: boolean;
  /** Builds the pages as soon as the service is ready. Otherwise the first request for one does. */
  readonly buildsPages: boolean;
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

async function startMiniflare(options: ServiceProcessOptions, pages: LocalPages): Promise<Miniflare> {
  const folder = dirname(options.main);
  const main = { name: 'local-main.mjs', contents: localMainModule(basename(options.main)) };
  const modules = await listModules(folder, main);
  const { ip: host, port } = options;
  const { assets: _, ...bindings } = options.worker;
  const worker = {
    ...bindings,
    serviceBindings: { ASSETS: { external: { address: await pages.listen(), http: {} } } },
    modules,
    modulesRoot: folder,
    unsafeDirectSockets: [
      { host, port, entrypoint: LOCAL_ENTRYPOINT },
      { host: '127.0.0.1', port: 0, entrypoint: MIGRATIONS_ENTRYPOINT },
    ],
  } as V4WorkerOptions;
  return new Miniflare(
    convertV4MiniflareOptions({
      // For Miniflare's own calls.
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
      workers: [worker],
    }),
  );
}

const [message] = await once(process, 'message');
const options = message as ServiceProcessOptions;
Object.assign(process.env, options.env);
noteRunning(options.stateDir, process.pid);
const pages = new LocalPages(options.worker);
const miniflare = await startMiniflare(options, pages);
const end = () =>
  void Promise.all([miniflare.dispose(), pages.close()]).finally(() => {
    noteStopped(options.stateDir);
    process.exit();
  });
// The parent ended without a signal.
process.once('disconnect', end);
process.once('SIGTERM', end);
const url = await miniflare.unsafeGetDirectURL(undefined, LOCAL_ENTRYPOINT);
await migrateLocalDatabase(await miniflare.unsafeGetDirectURL(undefined, MIGRATIONS_ENTRYPOINT));
process.send?.({ port: Number(url.port) } satisfies ServiceProcessReady);
// A request for a page says that it failed.
if (options.buildsPages) void pages.build().catch(() => {});
