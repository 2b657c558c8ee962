import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import {
  expectRateLimitHeaders,
  expectRefusal,
  HELLO,
  send,
  serviceUrl,
  Tenant,
} from '../support/service-client.ts';

const ORIGIN = 'https://shop.example';

const listOf = (answer: Answer, header: string): string[] =>
  (answer.headers.get(header) ?? '').split(',').map((entry) => entry.trim().toLowerCase());

const preflight = (path: string) =>
  send(path, {
    method: 'OPTIONS',
    headers: {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-api-key, content-type',
    },
  });

describe('CORS', () => {
  test('lets any origin send a generate request with a key, a body and an idempotency key', async () => {
    const answer = await preflight('/v1/pdf/generate');
    expect([200, 204]).toContain(answer.status);
    expect(['*', ORIGIN]).toContain(answer.headers.get('access-control-allow-origin'));
    expect(listOf(answer, 'access-control-allow-methods')).toContain('post');
    expect(listOf(answer, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-api-key']),
    );
    expectRateLimitHeaders(answer);
  });

  test.each([
    ['a success', HELLO],
    ['a refusal', {}],
  ])('lets the browser read %s and its headers', async (_, body) => {
    const tenant = await Tenant.create();
    const answer = await tenant.generate(body, { Origin: ORIGIN });
    expect(['*', ORIGIN]).toContain(answer.headers.get('access-control-allow-origin'));
    expect(listOf(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining([
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
        'x-request-id',
        'retry-after',
        'idempotency-replayed',
        'x-file-id',
        'x-file-url',
        'x-file-signed-url',
      ]),
    );
  });
});

describe('an unknown path', () => {
  test.each(['/nowhere', '/v1', '/v1/pdf/generate/more'])('%s is NOT_FOUND', async (path) => {
    expectRefusal(await send(path), 'NOT_FOUND');
  });
});

describe('a wrong method', () => {
  test.each(['GET', 'DELETE'])('%s is METHOD_NOT_ALLOWED', async (method) => {
    const answer = await send('/v1/pdf/generate', { method });
    expectRefusal(answer, 'METHOD_NOT_ALLOWED');
    expect(listOf(answer, 'allow')).toContain('post');
  });
});

/** `fetch` sends no `Host` of its own choice. */
async function sendRaw(method: string, path: string, given: Readonly<Record<string, string>>) {
  const { hostname, port, host } = new URL(serviceUrl());
  const socket = connect(Number(port), hostname);
  const headers = { Host: host, 'Content-Length': '0', Connection: 'close', ...given };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const answer = await readText(socket);
  return { status: Number(answer.split(' ', 2)[1]), text: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

describe('a local service', () => {
  const ROUTES = [
    ['POST', '/console/setup'],
    ['GET', '/console/session'],
    ['GET', '/healthz'],
    ['POST', '/v1/pdf/generate'],
    ['GET', '/operator/workspaces'],
    ['GET', '/docs'],
    ['GET', '/dashboard/'],
    ['GET', '/files/file_x/y.pdf'],
    ['GET', '/nowhere'],
  ] as const;

  test.each(ROUTES)('refuses another host: %s %s', async (method, path) => {
    for (const host of [
      'rebound.example:8787',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      '10.0.0.1',
    ]) {
      const { status, text } = await sendRaw(method, path, { Host: host, Origin: `http://${host}` });
      expect(status).toBe(403);
      expect(text).toContain('answers to localhost, 127.0.0.1 and [::1] only');
    }
  });

  test.each(['localhost', '127.0.0.1', '[::1]'])('answers to %s', async (name) => {
    const { port } = new URL(serviceUrl());
    expect(await sendRaw('GET', '/healthz', { Host: `${name}:${port}` })).toMatchObject({ status: 200 });
  });

  test('believes no private header of the run time', async () => {
    const other = `${serviceUrl()}/operator/workspaces`;
    for (const header of ['MF-Original-URL', 'mf-original-url']) {
      const answer = await sendRaw('GET', '/healthz', { [header]: other });
      expect(answer).toEqual({ status: 200, text: '{"status":"ok"}' });
    }
    const hidden = { Host: 'rebound.example', 'MF-Original-URL': `${serviceUrl()}/healthz` };
    expect(await sendRaw('GET', '/console/session', hidden)).toMatchObject({ status: 403 });
    for (const header of ['MF-Route-Override', 'MF-Proxy-Shared-Secret', 'MF-Op', 'MF-CF-Blob'])
      expect(await sendRaw('GET', '/healthz', { [header]: '{}' })).toMatchObject({ status: 200 });
    for (const path of ['/cdn-cgi/platform-proxy', '/cdn-cgi/handler/scheduled', '/cdn-cgi/mf/scheduled'])
      expect(await sendRaw('GET', path, { 'MF-Op': 'GET' })).toMatchObject({ status: 404 });
  });
});

describe('GET /healthz', () => {
  test('answers without a key', async () => {
    const answer = await send('/healthz');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ status: 'ok' });
  });

  test.each(['GET', 'HEAD'])('%s ignores a body, also one that says it is gzip', async (method) => {
    const { hostname, port, host } = new URL(serviceUrl());
    // `fetch` sends no body with these methods.
    const socket = connect(Number(port), hostname);
    const headers = `Host: ${host}\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close`;
    socket.write(`${method} /healthz HTTP/1.1\r\n${headers}\r\n\r\n{}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
