import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { freshAddress } from '../../support/client-address.ts';
import { serviceUrl } from '../../support/service-client.ts';
import { LONG, typical } from '../../support/thorough.ts';

/** Source: contract 2.6. */
const EVERYWHERE = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
  'x-content-type-options',
];

/** `fetch` would tidy some of these. */
const PATHS = [
  '/',
  '//',
  '/docs',
  '/docs/',
  '/docs.html',
  '/docs/start.js',
  '/docs/errors.md',
  '/llms.txt',
  '/mcp',
  '/docs/%2e%2e/nowhere',
  '/dashboard',
  '/dashboard/',
  '/dashboard/..\\..\\windows',
  '/dashboard/..%5C..%5Cwindows',
  '/dashboard/%',
  '/dashboard/nowhere.js',
  '/healthz',
  '/console',
  '/console/',
  '/console/..%2Fv1',
  '/console/session',
  '/console/auth/passkey/generate-authenticate-options',
  '/files/a/b.pdf',
  '/v1/openapi.json',
  '/v1/%00',
  '/operator/workspaces',
];

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND'];

const send = (method: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(serviceUrl());
    const headers = { ...freshAddress(), Connection: 'close' };
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer));
    });
    sent.once('error', reject);
    sent.end();
  });

test.each(typical(METHODS, 2))(
  '%s of every path is answered with the headers of every answer',
  LONG,
  async (method) => {
    const bare: string[] = [];
    for (const path of PATHS) {
      const { statusCode, headers } = await send(method, path);
      const missing = EVERYWHERE.filter((name) => headers[name] === undefined);
      if (missing.length > 0) bare.push(`${statusCode} ${path}: ${missing.join(', ')}`);
    }
    expect(bare).toEqual([]);
  },
);
