import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const target = {
    workspaceId: tenant.workspaceId,
    provider: 's3',
    name: 'endless',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'auto',
    bucket: 'pdfs',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  await expect(operator().addTarget(target)).rejects.toThrow(/TARGET_REJECTED.+get/);
  expect(sentBytes).toBeLessThan(IN_FLIGHT_BYTES);
  expectGenerated(await tenant.generate(HELLO));
});
