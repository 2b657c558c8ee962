import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of the service. */
export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export type ReceiverFault = 'fails' | 'hangs' | 'closes';

/** Receives webhooks at an address of this machine. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #statuses: number[] = [];
  #fault: ReceiverFault | null = null;
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
        const fault = receiver.#fault;
        if (fault === 'hangs') return;
        if (fault === 'closes') {
          request.socket.destroy();
          return;
        }
        const path = request.url ?? '/';
        if (fault === null) receiver.received.push({ path, headers, body: Buffer.concat(parts).toString() });
        response.writeHead(fault === 'fails' ? 500 : (receiver.#statuses.shift() ?? 204)).end();
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

  /** Requests are not received until it is null again. */
  breakBy(fault: ReceiverFault | null): void {
    this.#fault = fault;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
