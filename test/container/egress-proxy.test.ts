import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EgressProxy, startEgressProxy } from '../../renderer/container/image/egress-proxy.ts';
import { publicAddresses } from '../../renderer/container/image/public-destination.ts';
import { LOOPBACK, PRIVATE, PUBLIC, SPECIAL } from '../support/addresses.ts';
import { getBy } from './support/raw-http.ts';
import { fakeDial, LOOPBACK_ADDRESS, PUBLIC_ADDRESS, fakeResolver } from './support/renderer.ts';

/** Names of the address tables, and names that an attacker's DNS server could serve. */
const NAMES = {
  'public.dev': [[PUBLIC_ADDRESS]],
  localhost: [[LOOPBACK_ADDRESS]],
  'private.dev': [[LOOPBACK_ADDRESS]],
  'private-six.dev': [[{ address: '::1', family: 6 as const }]],
  'mapped.dev': [[{ address: '::ffff:127.0.0.1', family: 6 as const }]],
  'scoped.dev': [[{ address: 'fe80::1%1', family: 6 as const }]],
  'metadata.dev': [[{ address: '169.254.169.254', family: 4 as const }]],
  'both.dev': [[PUBLIC_ADDRESS, LOOPBACK_ADDRESS]],
  'none.dev': [[]],
  'rebinding.dev': [[PUBLIC_ADDRESS], [LOOPBACK_ADDRESS]],
};

const LITERALS = [...LOOPBACK, ...PRIVATE, ...SPECIAL];

let reached: string[] = [];
const origin = createServer((incoming, outgoing) => {
  reached.push(`${incoming.headers.host}${incoming.url}`);
  outgoing.writeHead(200, { Connection: 'X-Private', 'X-Private': '1', 'X-Public': '1' }).end('reached');
});
const originPort = (): number => (origin.address() as AddressInfo).port;

let proxy: EgressProxy;
beforeAll(async () => {
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  proxy = await startEgressProxy({ resolve: fakeResolver(NAMES), dial: fakeDial(originPort) });
});
beforeEach(() => {
  reached = [];
});
afterAll(async () => {
  await proxy.close();
  origin.closeAllConnections();
  origin.close();
});

const get = (target: string, { port } = proxy) => getBy(port, target);

/** The status of `CONNECT`, as browsers send it to a proxy for TLS and WebSockets. Written raw, to allow any spelling. */
async function tunnelStatus(authority: string): Promise<number> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`, 'utf8'));
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1]);
}

/** An HTTP target has ASCII characters only. A browser sends the output of the URL parser. */
const isAscii = (text: string): boolean => !/[^\x21-\x7e]/.test(text);

describe('a page cannot reach', () => {
  test.each(LITERALS)('%s, by address', async (host) => {
    const { hostname } = new URL(`http://${host}/`);
    await expect(publicAddresses(hostname, fakeResolver(NAMES))).rejects.toThrow();
  });

  test.each(LITERALS.filter(isAscii))('%s, through the proxy in either form', async (host) => {
    const http = await get(`http://${host}:${originPort()}/`);
    expect(http.status).toBeGreaterThanOrEqual(400);
    expect(await tunnelStatus(`${host}:${originPort()}`)).toBeGreaterThanOrEqual(400);
    expect(reached).toEqual([]);
  });

  test.each(['private.dev', 'private-six.dev', 'mapped.dev', 'scoped.dev', 'metadata.dev', 'both.dev'])(
    'the name %s, because one of its addresses is not public',
    async (name) => {
      expect((await get(`http://${name}:${originPort()}/`)).status).toBe(403);
      expect(await tunnelStatus(`${name}:${originPort()}`)).toBe(403);
      expect(reached).toEqual([]);
    },
  );

  test('a name without an address', async () => {
    expect((await get('http://none.dev/')).status).toBe(403);
    expect((await get('http://unknown.dev/')).status).toBe(403);
  });

  test('a name that changes to a private address (DNS rebinding)', async () => {
    const first = await get(`http://rebinding.dev:${originPort()}/first`);
    const second = await get(`http://rebinding.dev:${originPort()}/second`);
    expect([first.status, second.status]).toEqual([200, 403]);
    expect(reached).toEqual([`rebinding.dev:${originPort()}/first`]);
  });

  test('the proxy itself', async () => {
    expect((await get('/')).status).toBe(400);
    expect((await get(`http://127.0.0.1:${proxy.port}/`)).status).toBe(403);
    expect(await tunnelStatus(`127.0.0.1:${proxy.port}`)).toBe(403);
  });

  test.each(['file:///etc/passwd', 'ftp://public.dev/', 'https://public.dev/', 'gopher://public.dev/', '*'])(
    '%s: the proxy supports HTTP only',
    async (target) => {
      expect((await get(target)).status).toBe(400);
    },
  );

  test.each(['public.dev', 'public.dev:443/path', 'a@public.dev:80', '%00', ':80', 'public.dev:99999'])(
    'CONNECT %s, which is not a host and a port',
    async (authority) => {
      expect(await tunnelStatus(authority)).toBe(400);
    },
  );
});

describe('a page can reach', () => {
  test.each(PUBLIC.filter((host) => /^[\d[]/.test(host) && !/[a-z]{3}/.test(host)))('%s', async (host) => {
    const { hostname } = new URL(`http://${host}/`);
    await expect(publicAddresses(hostname, fakeResolver(NAMES))).resolves.toHaveLength(1);
  });

  test('a public name, over HTTP, with end-to-end headers only', async () => {
    const { status, headers, text } = await get('HTTP://public.dev/a?b=c');
    expect({ status, text }).toEqual({ status: 200, text: 'reached' });
    expect(headers).toMatchObject({ 'x-public': '1' });
    expect(headers).not.toHaveProperty('x-private');
    expect(reached).toEqual(['public.dev/a?b=c']);
  });

  test('a public name, through a tunnel', async () => {
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(
      'CONNECT public.dev:443 HTTP/1.1\r\n\r\nGET /tunnelled HTTP/1.1\r\nHost: public.dev\r\nConnection: close\r\n\r\n',
    );
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(reached).toEqual(['public.dev/tunnelled']);
  });
});
