import { describe, expect, test } from 'vitest';
import { type EgressOptions, startEgressProxy } from '../../renderer/container/image/egress-proxy.ts';
import { publicAddresses } from '../../renderer/container/image/public-destination.ts';
import { getBy, rawServer } from './support/raw-http.ts';
import { fakeDial, fakeResolver, LOOPBACK_ADDRESS, PUBLIC_ADDRESS } from './support/renderer.ts';

const NAMES = {
  localhost: [[LOOPBACK_ADDRESS]],
  'public.dev': [[PUBLIC_ADDRESS]],
  'private.dev': [[LOOPBACK_ADDRESS]],
  'metadata.dev': [[{ address: '169.254.169.254', family: 4 as const }]],
};

const resolve = fakeResolver(NAMES);

/** All public names lead to this port. */
const proxyTo = (port: number, options: EgressOptions = {}) =>
  startEgressProxy({ ...options, resolve, dial: fakeDial(() => port) });

test('a server cannot keep its client busy with answers of 1xx that do not end', async () => {
  const bytes = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000));
  let sent = 0;
  const server = await rawServer((socket) => {
    const more = (): void => {
      sent += bytes.length;
      // A client that reads on harms no test machine.
      if (sent < 50_000_000 && !socket.destroyed) socket.write(bytes, () => setImmediate(more));
      else socket.destroy();
    };
    more();
  });
  const hostile = await proxyTo(server.port);
  await expect(getBy(hostile.port, 'http://public.dev/')).rejects.toThrow();
  expect(sent).toBeLessThan(10_000_000);
  await hostile.close();
  server.close();
});

test('a few answers of 1xx before the answer are skipped', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(5);
  const server = await rawServer((socket) =>
    socket.end(
      `${early}HTTP/1.1 200 OK\r\nProxy-Status: platen; error=dns_error\r\nContent-Length: 2\r\n\r\nok`,
    ),
  );
  const patient = await proxyTo(server.port);
  const { status, text, headers } = await getBy(patient.port, 'http://public.dev/');
  expect({ status, text }).toEqual({ status: 200, text: 'ok' });
  // A server does not speak in the name of the proxy.
  expect(headers).not.toHaveProperty('proxy-status');
  await patient.close();
  server.close();
});

describe('the proxy of the Worker', () => {
  test('speaks TLS with the server of an https address, with its name', async () => {
    const hello = Promise.withResolvers<Buffer>();
    const server = await rawServer((socket, first) => {
      hello.resolve(first);
      socket.destroy();
    });
    const outbound = await proxyTo(server.port, { speaksTls: true });
    const { status, headers } = await getBy(outbound.port, 'https://public.dev/');
    expect({ status, says: headers['proxy-status'] }).toEqual({
      status: 502,
      says: 'platen; error=destination_unavailable',
    });
    const first = await hello.promise;
    // A record of a TLS handshake: RFC 8446, 5.1.
    expect(first.subarray(0, 2)).toEqual(Buffer.from([22, 3]));
    expect(first.includes('public.dev')).toBe(true);
    await outbound.close();
    server.close();
  });

  test('reaches this machine only if it may, and never a private address', async () => {
    const refused = (name: string, allowsLoopback: boolean) =>
      publicAddresses(name, resolve, allowsLoopback).then(
        () => false,
        () => true,
      );
    expect(await refused('localhost', true)).toBe(false);
    expect(await refused('127.0.0.1', true)).toBe(false);
    expect(await refused('localhost', false)).toBe(true);
    expect(await refused('metadata.dev', true)).toBe(true);
    expect(await refused('10.0.0.1', true)).toBe(true);
  });
});

describe('a public server cannot end the process', () => {
  test.each([
    ['a status that HTTP does not have', 'HTTP/1.1 000 None\r\nContent-Length: 2\r\n\r\nok'],
    ['a header that every object has', 'HTTP/1.1 200 OK\r\nconstructor: x\r\nContent-Length: 2\r\n\r\nok'],
    ['a header that is a prototype', 'HTTP/1.1 200 OK\r\n__proto__: x\r\nContent-Length: 2\r\n\r\nok'],
    ['bytes that are not HTTP', 'SSH-2.0-server\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
    ['an upgrade', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('with %s', async (_name, bytes) => {
    const raw = await rawServer((socket) => socket.end(bytes));
    const hostile = await proxyTo(raw.port);
    await getBy(hostile.port, 'http://public.dev/').catch(() => {});
    expect((await getBy(hostile.port, 'http://private.dev/')).status).toBe(403);
    await hostile.close();
    raw.close();
  });
});
