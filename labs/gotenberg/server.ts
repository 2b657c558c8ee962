import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** A request that the service has made. */
interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The files of the scenarios, and a webhook. Its requests are kept until it stops. */
export class ScenarioServer {
  readonly received: Received[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param root has the folder `testdata` */
  static async start(root: string): Promise<ScenarioServer> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
        started.received.push({ path, headers: request.headers, body });
        const [, kind = ''] = /^\/(static|html)\//.exec(path) ?? [];
        if (kind === '') return response.end('OK');
        const file = join(root, path.slice(kind.length + 2));
        if (statSync(file, { throwIfNoEntry: false }) === undefined) return response.writeHead(404).end();
        if (kind === 'static')
          response.setHeader('Content-Disposition', `attachment; filename="${basename(file)}"`);
        else response.setHeader('Content-Type', 'text/html; charset=UTF-8');
        return response.end(readFileSync(file));
      });
    });
    const started = new ScenarioServer(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  last(isWanted: (path: string) => boolean): Received | undefined {
    return this.received.findLast(({ path }) => isWanted(path));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export const isWebhook = (path: string): boolean => path === '/webhook' || path === '/webhook/error';
export const isEvent = (path: string): boolean => path === '/webhook/events';
export const isFile = (path: string): boolean => path.startsWith('/static/') || path.startsWith('/html/');
