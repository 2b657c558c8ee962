import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { withTimeout } from '@platen/print-engine';
import { RendererBusy } from '../../outcome.ts';
import { RunningJobs } from '../../running-jobs.ts';
import { splitTokens } from '../tokens.ts';
import { BodyBudget } from './body-budget.ts';
import { BrowserPool } from './browser-pool.ts';
import { Chrome } from './chrome.ts';
import { Composer } from './composing/composer.ts';
import type { Configuration } from './configuration.ts';
import { type EgressProxy, startEgressProxy } from './egress-proxy.ts';
import {
  handleBody,
  handleGenerate,
  handleCapacity,
  handlePrint,
  type RendererServices,
  sendJson,
} from './request-handlers.ts';
import { listen, SERVER_TIMEOUTS } from './listen.ts';
import { logJob } from './log-job.ts';
import { Metrics } from './metrics.ts';
import { PendingRequests } from './pending-requests.ts';
import { sendRefusal } from './send-refusal.ts';
import { handleThumbnail } from './thumbnail/handle-thumbnail.ts';
import { Thumbnails } from './thumbnail/thumbnails.ts';
import { isPublicHost } from '../../../schema/public-address.ts';

export interface RendererOptions extends Configuration {
  readonly flags: readonly string[];
  readonly egress?: Parameters<typeof startEgressProxy>[0];
}

export interface RunningRenderer {
  readonly port: number;
  readonly pool: BrowserPool;
  /** Refuses new jobs, finishes the running ones, then ends the browser. */
  stop(): Promise<void>;
}

const READY_PAGES = 3;

/** A pending request or a running job. */
const ID_PATH = /^\/(generate|jobs)\/([\w-]{1,64})$/;

export async function startRenderer(options: RendererOptions): Promise<RunningRenderer> {
  const metrics: Metrics = new Metrics(
    () => pool.load,
    () => pool.isReady,
  );
  const proxy = await startEgressProxy({
    ...options.egress,
    onRefused: () => metrics.refusedDestinations.inc(),
  });
  const pool: BrowserPool = new BrowserPool(() => startChrome(options, proxy), {
    pages: {
      ready: READY_PAGES,
      concurrent: options.CONCURRENT_JOBS,
      printPath: options.PRINT_PATH,
      isPublicHost,
    },
    queue: options.QUEUED_JOBS,
    maxPagesBytes: options.MAX_PAGES_MIB * 2 ** 20,
    onLaunch: () => metrics.launches.inc(),
  });
  const bodies = new BodyBudget(options.MAX_BODIES_MIB * 2 ** 20);
  const thumbnails = new Thumbnails({ processes: availableParallelism() });
  const pending = new PendingRequests(pool.places);
  const [jobs, composer] = [new RunningJobs(), new Composer()];
  const services = { pool, metrics, pending, bodies, jobs, composer, thumbnails };
  const server = new RendererServer(services, options);
  const close = async () => {
    await Promise.all([pool.close(), proxy.close(), thumbnails.close(), composer.close()]);
  };
  try {
    await pool.start();
    const port = await server.listen();
    return { port, pool, stop: () => server.drain().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

const startChrome = (options: RendererOptions, proxy: EgressProxy): Promise<Chrome> =>
  Chrome.start({
    executablePath: options.CHROMIUM,
    flags: options.flags,
    proxyPort: proxy.port,
    maxProcessBytes: options.MAX_PROCESS_MIB * 2 ** 20,
  });

class RendererServer {
  readonly #renderer: RendererServices;
  readonly #options: RendererOptions;
  readonly #server: Server;
  readonly #tokens: readonly Buffer[];
  /** Connections without a request so far. Clients open some before they need them, and Node does not call them idle. */
  readonly #unused = new Set<Socket>();
  #draining = false;

  constructor(renderer: RendererServices, options: RendererOptions) {
    this.#renderer = renderer;
    this.#options = options;
    this.#tokens = splitTokens(options.RENDERER_TOKEN).map(digest);
    this.#server = createServer(SERVER_TIMEOUTS, (request, response) => {
      this.#unused.delete(request.socket);
      // A rejection that nothing handles would end the process.
      this.#handle(request, response).catch((error: unknown) => {
        console.error(JSON.stringify({ event: 'request_failed', error: String(error) }));
        response.destroy();
      });
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#unused.add(socket);
      socket.once('close', () => this.#unused.delete(socket));
    });
  }

  listen(): Promise<number> {
    return listen(this.#server, this.#options.PORT, this.#options.HOST);
  }

  async drain(): Promise<void> {
    this.#draining = true;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeIdleConnections();
    for (const socket of this.#unused) socket.destroy();
    this.#renderer.pending.clear();
    await withTimeout<unknown>(closed, this.#options.DRAIN_MS, () => undefined);
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    response.once('close', () => this.#draining && this.#server.closeIdleConnections());
    const pathname = readPathname(request);
    const route = `${request.method} ${pathname.replace(ID_PATH, '/$1/:id')}`;
    let outcome = 'printed';
    try {
      await this.#route(route, pathname, request, response);
    } catch (error) {
      outcome = sendRefusal(request, response, error);
    }
    const path = pathname === '/print' ? 'print' : 'generate';
    const isJob = route === 'POST /print' || route === 'POST /generate/:id';
    if (!isJob) return;
    const durationMs = performance.now() - startedAt;
    this.#renderer.metrics.job(path, outcome, durationMs);
    logJob(request, path, outcome, durationMs);
  }

  async #route(
    route: string,
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { pool, metrics, pending, jobs } = this.#renderer;
    if (route === 'GET /health') {
      const isReady = pool.isReady && !this.#draining;
      sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready' });
      return;
    }
    if (!this.#isTrusted(request)) {
      request.resume();
      sendJson(response, 401, { message: 'The token is missing or wrong.' });
      return;
    }
    const id = ID_PATH.exec(pathname)?.[2] ?? '';
    switch (route) {
      case 'GET /metrics':
        response.setHeader('Content-Type', metrics.registry.contentType);
        response.end(await metrics.registry.metrics());
        return;
      case 'POST /print':
        this.#refuseWhileDraining();
        return handlePrint(this.#renderer, request, response);
      case 'GET /generate':
        this.#refuseWhileDraining();
        return handleCapacity(this.#renderer, request, response);
      case 'POST /generate':
        this.#refuseWhileDraining();
        return handleBody(this.#renderer, request, response);
      case 'POST /thumbnail':
        this.#refuseWhileDraining();
        return handleThumbnail(this.#renderer, request, response);
      case 'POST /generate/:id':
        return handleGenerate(this.#renderer, id, request, response);
      case 'DELETE /generate/:id':
        pending.drop(id);
        response.writeHead(204).end();
        return;
      case 'DELETE /jobs/:id':
        jobs.cancel(id);
        response.writeHead(204).end();
        return;
      default:
        sendJson(response, 404, { message: 'Unknown path or method.' });
    }
  }

  #refuseWhileDraining(): void {
    if (this.#draining) throw new RendererBusy('the renderer is stopping');
  }

  /** Compares digests, because `timingSafeEqual` needs equal lengths. */
  #isTrusted(request: IncomingMessage): boolean {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const sent = splitTokens(token).map(digest);
    return this.#tokens.some((known) => sent.some((each) => timingSafeEqual(each, known)));
  }
}

/** Empty for an address that cannot be parsed, such as `//`: no path is empty, so it is unknown. */
const readPathname = ({ url = '/' }: IncomingMessage): string =>
  URL.parse(url, 'http://renderer')?.pathname ?? '';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
