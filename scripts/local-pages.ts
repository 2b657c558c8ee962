import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { listen } from '../renderer/container/image/listen.ts';
import type { WorkerOptions } from './local/miniflare-options.ts';
import { inProject } from './project.ts';

const LOOPBACK = '127.0.0.1';

const REASON = 'The page cannot be served. The output of the service says why.';
const UNAVAILABLE = `HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: ${REASON.length}\r\n\r\n${REASON}`;

const SERVE_ASSETS = 'export default { fetch: (request, env) => env.ASSETS.fetch(request) };';

/**
 * The binding `ASSETS`: the dashboard and the page at `/docs`. workerd lists the files when it starts, and they take as long
 * to build as the Worker. So another workerd serves them, which starts with the first request for a page. A service that
 * no one opens in a browser does without both.
 */
export class LocalPages {
  readonly #worker: WorkerOptions;
  readonly #server = createServer();
  #building: ChildProcess | null = null;
  #built: Promise<void> | null = null;
  #serving: Promise<Miniflare> | null = null;

  /** @param worker its `assets` and compatibility settings are used */
  constructor(worker: WorkerOptions) {
    this.#worker = worker;
  }

  /** Builds what has changed, if this was not done yet. @throws {Error} it failed, and the next call tries again */
  build(): Promise<void> {
    this.#built ??= this.#build().catch((error: unknown) => {
      this.#built = null;
      throw error;
    });
    return this.#built;
  }

  /** The address for the binding: a port that leads to the other workerd, without a parser of HTTP in between. */
  async listen(): Promise<string> {
    this.#server.on('connection', (client) => void this.#connect(client));
    return `${LOOPBACK}:${await listen(this.#server, 0, LOOPBACK)}`;
  }

  /** Waits for the build. */
  async #connect(client: Socket): Promise<void> {
    // The end of a connection ends the request, which says so.
    client.on('error', () => {});
    try {
      this.#serving ??= this.build().then(() => this.#serve());
      const { port } = await (await this.#serving).unsafeGetDirectURL();
      const pages = connect(Number(port), LOOPBACK);
      pipeline(client, pages, client, () => {});
    } catch (error) {
      this.#serving = null;
      console.error(error);
      client.end(UNAVAILABLE);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    await this.#stopBuild();
    const serving = await this.#serving?.catch(() => null);
    await serving?.dispose();
  }

  /** A process of its own, which takes the memory of the bundler with it. */
  async #build(): Promise<void> {
    // Standard output is the log of the Worker.
    const child = spawn(process.execPath, [inProject('scripts/build/build-pages.ts')], {
      stdio: ['ignore', 2, 2],
    });
    this.#building = child;
    const [code] = await once(child, 'exit');
    this.#building = null;
    if (code !== 0) throw new Error(`The build of the pages ended with exit code ${code}.`);
  }

  async #stopBuild(): Promise<void> {
    const child = this.#building;
    if (child === null) return;
    const exit = once(child, 'exit');
    child.kill();
    await exit;
  }

  #serve(): Miniflare {
    const { name, assets, compatibilityDate, compatibilityFlags, rootPath } = this.#worker;
    return new Miniflare(
      convertV4MiniflareOptions({
        host: LOOPBACK,
        port: 0,
        cf: false,
        telemetry: { enabled: false },
        logRequests: false,
        log: new Log(LogLevel.ERROR),
        workers: [
          {
            name,
            assets,
            compatibilityDate,
            compatibilityFlags,
            rootPath,
            modules: true,
            script: SERVE_ASSETS,
            unsafeDirectSockets: [{ host: LOOPBACK, port: 0 }],
          } as V4WorkerOptions,
        ],
      }),
    );
  }
}
