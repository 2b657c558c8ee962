import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Env } from '../../../../worker/env.ts';
import { createFetch } from '../../../../worker/serve.ts';
import { migrate } from '../../support/service.ts';

const worker = createFetch();

const FILE_ID = `file_${'a'.repeat(22)}`;

beforeAll(async () => {
  await migrate();
  const custom = { linkToken: 'token', expiresAt: String(Date.now() + 60_000) };
  await env.FILES.put(`pdf/${FILE_ID}`, '%PDF-1.7', { customMetadata: custom });
});

async function ask(
  scheme: 'https' | 'http',
  method: string,
  path: string,
  bindings: Env = env,
): Promise<Response> {
  const ctx = createExecutionContext();
  const answer = await worker(new Request(`${scheme}://platen.test${path}`, { method }), bindings, ctx);
  await waitOnExecutionContext(ctx);
  await answer.body?.cancel();
  return answer;
}

const ANSWERS: readonly [status: number, method: string, path: string][] = [
  [200, 'GET', '/healthz'],
  [200, 'GET', '/v1/openapi.json'],
  [401, 'GET', '/v1/usage'],
  [204, 'OPTIONS', '/v1/usage'],
  [405, 'GET', '/v1/pdf/generate'],
  [404, 'GET', '/nowhere'],
  [302, 'GET', '/'],
  [200, 'GET', '/docs'],
  [200, 'HEAD', '/docs'],
  [404, 'GET', '/docs/nowhere'],
  [302, 'GET', '/dashboard'],
  [200, 'GET', `/files/${FILE_ID}/token.pdf`],
  [200, 'GET', '/console/session'],
  [401, 'GET', '/console/workspaces/ws_none/keys'],
  [404, 'GET', '/console/nowhere'],
  [403, 'DELETE', '/console/session'],
  [405, 'DELETE', '/operator/workspaces'],
];

/** Source: contract 2.6. */
function expectHeaders(headers: Headers): void {
  expect(headers.get('X-Request-Id')).toMatch(/^req_\w{22}$/);
  for (const name of ['Limit', 'Remaining', 'Reset']) {
    expect(headers.get(`X-RateLimit-${name}`), name).toMatch(/^-?\d+$/);
  }
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
}

describe.each(ANSWERS)('the answer %i to %s %s', (status, method, path) => {
  test('has the headers of every answer, and over https asks for https alone', async () => {
    const { status: answered, headers } = await ask('https', method, path);
    expect(answered).toBe(status);
    expectHeaders(headers);
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  test('asks for https alone only where it came over https', async () => {
    const { headers } = await ask('http', method, path);
    expectHeaders(headers);
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });
});

test.each(['/healthz', '/dashboard/', '/v1/usage', '/console/session'])(
  'an installation with a malformed variable answers %s with these headers too',
  async (path) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { status, headers } = await ask('https', 'GET', path, { ...env, RENDERER: 'unknown' } as Env);
    expect(status).toBe(500);
    expectHeaders(headers);
    log.mockRestore();
  },
);
