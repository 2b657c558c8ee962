import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of the service. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Receives webhooks at an address of this machine. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #statuses: number[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        receiver.received.push({ headers, body: Buffer.concat(parts).toString() });
        response.writeHead(receiver.#statuses.shift() ?? 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/events`;
  }

  /** The next requests are answered with these statuses, and later ones with 204. */
  answerNext(...statuses: number[]): void {
    this.#statuses.push(...statuses);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
