import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** `GET` in absolute form, as browsers send it to a proxy for `http:`. */
export function getBy(
  port: number,
  target: string,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: target }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer
        .on('error', reject)
        .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    outgoing.once('error', reject).end();
  });
}

/** Answers each connection. */
export async function rawServer(answer: (socket: Socket, first: Buffer) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', (first: Buffer) => answer(socket, first));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
