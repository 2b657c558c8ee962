import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A web server of the test's own on loopback, for what a document loads. */
export interface WebServer {
  url(path: string): string;
  /** Paths that were asked for, in order. */
  readonly requests: string[];
}

/** `/silent…` never answers; everything else is the listener's. */
export function useWebServer(answer: RequestListener): WebServer {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (!request.url?.startsWith('/silent')) answer(request, response);
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const port = () => (server.address() as AddressInfo).port;
  return { url: (path) => `http://127.0.0.1:${port()}${path}`, requests };
}
