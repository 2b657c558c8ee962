import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const SLOW_MS = 1_000;
const DIES_AFTER_BYTES = 1_000_000;

/**
 * The bucket's name selects a fault for uploads. `hanging` reads nothing and never answers. `dying` closes the connection
 * half-way. `slow` waits a second. `failing-2` answers 503 twice for each key, then accepts the object. `redirecting`
 * sends the client to another address.
 */
const FAULTY_BUCKET = /\/(hanging|dying|slow|redirecting|failing-(\d))\//;

export type StoreFault = 'failing' | 'hanging' | 'dying';

/** Simulates the faults. The test upload of a new target succeeds: the store breaks after it. */
export class Faults {
  readonly #failures = new Map<string, number>();
  #everywhere: StoreFault | null = null;

  /** The fault of all buckets, until it is null again. */
  breakBy(fault: StoreFault | null): void {
    this.#everywhere = fault;
  }

  /** @returns whether this function has handled the request */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = request.url ?? '';
    const [, named, times] = FAULTY_BUCKET.exec(path) ?? [];
    const fault = this.#everywhere ?? named;
    const isUpload = request.headers['content-type'] === 'application/pdf';
    if (fault === undefined || !isUpload || path.includes('platen-probe')) return false;
    if (fault === 'hanging') return true;
    if (fault === 'dying') return dieHalfWay(request);
    if (fault === 'redirecting') {
      response.writeHead(307, { Location: 'http://127.0.0.1:9/elsewhere' }).end();
      return true;
    }
    if (fault === 'slow') {
      await delay(SLOW_MS);
      return false;
    }
    return this.#fail(request, response, fault === 'failing' ? Number.POSITIVE_INFINITY : Number(times));
  }

  async #fail(request: IncomingMessage, response: ServerResponse, times: number): Promise<boolean> {
    const path = request.url ?? '';
    const failed = this.#failures.get(path) ?? 0;
    if (failed >= times) return false;
    this.#failures.set(path, failed + 1);
    await once(request.resume(), 'end');
    response.writeHead(503, { 'Content-Type': 'text/plain' }).end('the store is busy');
    return true;
  }
}

function dieHalfWay(request: IncomingMessage): boolean {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes >= DIES_AFTER_BYTES) request.socket.destroy();
  });
  // For a shorter body, the connection closes at its end, before the answer.
  request.on('end', () => request.socket.destroy());
  return true;
}

/** Starts a server on loopback, on a free port. */
export async function listen(serve: Serve): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const answer = async () => serve(request, response);
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
