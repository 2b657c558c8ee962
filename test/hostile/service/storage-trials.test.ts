import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGenerated, HELLO, operator, Tenant } from '../../support/service-client.ts';

/** A client that reads on harms no test machine. */
const ENDLESS_BYTES = 200_000_000;

/** Bytes that the service and the sockets on both sides may have accepted before the connection closed. */
const IN_FLIGHT_BYTES = 32_000_000;

const CHUNK = Buffer.alloc(64_000, 'x');

let sentBytes = 0;

function* endless(): Generator<Buffer> {
  for (; sentBytes < ENDLESS_BYTES; sentBytes += CHUNK.byteLength) yield CHUNK;
}

/** Accepts every upload. Its downloads do not end. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET') {
    request.resume().once('end', () => response.end());
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/pdf' });
  // The service closes the connection.
  await pipeline(endless(), response).catch(() => {});
}

const store = createServer((request, response) => void answer(request, response));

const targetOf = ({ workspaceId }: Tenant, port: number) => ({
  workspaceId,
  provider: 's3',
  name: 'endless',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'auto',
  bucket: 'pdfs',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
});

beforeAll(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
});
afterAll(() => {
  store.closeAllConnections();
  store.close();
});

test('the memory of an isolate cannot be filled with the endless answer of a store', async () => {
  const tenant = await Tenant.create();
  const { port } = store.address() as AddressInfo;
  await expect(operator().addTarget(targetOf(tenant, port))).rejects.toThrow(/TARGET_REJECTED.+get/);
  expect(sentBytes).toBeLessThan(IN_FLIGHT_BYTES);
  expectGenerated(await tenant.generate(HELLO));
});

test('a store cannot stop the service with answers of 1xx that do not end', async () => {
  const bytes = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000);
  const waiting = createTcpServer((socket) => {
    const more = (): void => {
      sentBytes += bytes.length;
      if (sentBytes < ENDLESS_BYTES && !socket.destroyed) socket.write(bytes, () => setImmediate(more));
    };
    socket.on('error', () => {}).once('data', more);
  });
  waiting.listen(0, '127.0.0.1');
  await once(waiting, 'listening');
  sentBytes = 0;
  const tenant = await Tenant.create();
  const { port } = waiting.address() as AddressInfo;
  // Without a bound, the run time reads until the time of the trial is over, and answers nobody meanwhile.
  await expect(operator().addTarget(targetOf(tenant, port))).rejects.toThrow(/put.+could not be reached/);
  expect(sentBytes).toBeLessThan(IN_FLIGHT_BYTES);
  expectGenerated(await tenant.generate(HELLO));
  waiting.close();
});
