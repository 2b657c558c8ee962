import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { listen, SERVER_TIMEOUTS } from '../../renderer/container/image/listen.ts';
import { type RendererProcess, startRendererProcess } from './renderer-process.ts';

/** The container of `npm start`. */
export interface LocalContainer {
  readonly url: string;
  /** It is null while no renderer runs. */
  readonly pid: number | null;
  stop(): Promise<void>;
  kill(): void;
}

/** As long as a Cloudflare Container stays awake (`PrintContainer`). */
const SLEEP_AFTER_MS = 10 * 60 * 1_000;

/** Starts the renderer with the first request and stops it when it is idle, as Cloudflare does with a container. */
export async function serveRendererOnDemand(sleepAfterMs = SLEEP_AFTER_MS): Promise<LocalContainer> {
  const renderer = new SleepingRenderer(sleepAfterMs);
  const server = createServer(SERVER_TIMEOUTS, (incoming, outgoing) => {
    void renderer.forward(incoming, outgoing);
  });
  const port = await listen(server, 0, '127.0.0.1');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return renderer.process?.pid ?? null;
    },
    async stop() {
      close();
      await renderer.stop();
    },
    kill() {
      close();
      renderer.kill();
    },
  };
}

class SleepingRenderer {
  process: RendererProcess | null = null;
  readonly #sleepAfterMs: number;
  #starting: Promise<RendererProcess> | null = null;
  #requests = 0;
  #sleepTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(sleepAfterMs: number) {
    this.#sleepAfterMs = sleepAfterMs;
  }

  async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#keepAwake(1);
    outgoing.once('close', () => this.#keepAwake(-1));
    this.#starting ??= this.#start();
    const renderer = await this.#starting.catch(() => null);
    if (outgoing.destroyed) return;
    // The process has printed why it did not start. The Worker continues without a container.
    if (renderer === null) return void outgoing.writeHead(503).end();
    const { hostname, port } = new URL(renderer.url);
    const { method, headers, url: path } = incoming;
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => {});
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  kill(): void {
    if (this.process) this.process.kill();
    else void this.#starting?.then((renderer) => renderer.kill()).catch(() => {});
  }

  async stop(): Promise<void> {
    if (this.#sleepTimer) clearTimeout(this.#sleepTimer);
    const renderer = await this.#starting?.catch(() => null);
    [this.process, this.#starting] = [null, null];
    await renderer?.stop();
  }

  #keepAwake(change: 1 | -1): void {
    this.#requests += change;
    if (this.#sleepTimer) clearTimeout(this.#sleepTimer);
    if (this.#requests > 0) return;
    this.#sleepTimer = setTimeout(() => void this.stop(), this.#sleepAfterMs).unref();
  }

  /** Requests at the same time share one start. A process that ended is started again. */
  async #start(): Promise<RendererProcess> {
    try {
      const renderer = await startRendererProcess();
      this.process = renderer;
      void renderer.ended.then(() => this.#forget(renderer));
      return renderer;
    } catch (error) {
      this.#starting = null;
      throw error;
    }
  }

  #forget(renderer: RendererProcess): void {
    if (this.process === renderer) [this.process, this.#starting] = [null, null];
  }
}
