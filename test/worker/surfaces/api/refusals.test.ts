import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { UNLIMITED } from '../../../../schema/plans.ts';
import { call, codeOf, migrate, newKey, newWorkspace, postJson } from '../../support/service.ts';

beforeAll(migrate);

const generate = (body: unknown, headers: Record<string, string>) =>
  call('/v1/pdf/generate', postJson(body, headers));

const rateOf = (response: Response) =>
  ['Limit', 'Remaining', 'Reset'].map((name) => Number(response.headers.get(`X-RateLimit-${name}`)));

let clients = 0;

/** Nobody that another test has been. */
const newAddress = (): Record<string, string> => ({ 'CF-Connecting-IP': `198.51.100.${(clients += 1)}` });

describe('a client without a known key', () => {
  test('is counted by its address at the Free rate, and refused past it', async () => {
    const address = newAddress();
    const first = await generate({}, address);
    expect([first.status, rateOf(first).slice(0, 2)]).toEqual([401, [60, 59]]);
    for (let sent = 1; sent < 60; sent += 1) await generate({}, address);
    const refused = await generate({}, address);
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const elsewhere = ['/v1/nowhere', '/v1/pdf/generate'].flatMap((path) =>
      ['GET', 'OPTIONS'].map((method) => call(path, { method, headers: address })),
    );
    for (const { status } of await Promise.all(elsewhere)) expect(status).toBe(429);
    expect((await generate({}, newAddress())).status).toBe(401);
  });

  test('of IPv6 is its /64, however many addresses it takes', async () => {
    const remaining = async (address: string) =>
      rateOf(await call('/nowhere', { headers: { 'CF-Connecting-IP': address } }))[1];
    expect(await remaining('2001:db8:1:2::1')).toBe(59);
    expect(await remaining('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(58);
    expect(await remaining('2001:db8:1:3::1')).toBe(59);
  });

  test('is counted on the same counter for unknown paths and wrong methods', async () => {
    const address = newAddress();
    const unknown = await call('/v2/pdf/generate', { headers: address });
    const wrong = await call('/v1/pdf/generate', { headers: address });
    const preflight = await call('/v1/pdf/generate', { method: 'OPTIONS', headers: address });
    expect([unknown.status, wrong.status, preflight.status]).toEqual([404, 405, 204]);
    expect([unknown, wrong, preflight].map((response) => rateOf(response)[1])).toEqual([59, 58, 57]);
    expect(wrong.headers.get('Allow')).toBe('OPTIONS, POST');
  });
});

describe('what is not counted', () => {
  test.each(['/healthz', '/files/file_x/y.pdf', '/files/file_x.pdf'])(
    '%s says that it has no limit',
    async (path) => {
      const [limit, remaining] = rateOf(await call(path, { headers: newAddress() }));
      expect([limit, remaining]).toEqual([UNLIMITED, UNLIMITED]);
    },
  );
});

describe('a request whose body', () => {
  const send = async (init: RequestInit) => {
    const { value } = await newKey(await newWorkspace('free'));
    const headers = new Headers({ 'Content-Type': 'application/json', 'X-API-Key': value });
    new Headers(init.headers).forEach((text, name) => headers.set(name, text));
    const response = await call('/v1/pdf/generate', { method: 'POST', ...init, headers });
    const { error } = await response.json<{ error: { code: string; details: string[] } }>();
    return { status: response.status, code: error.code, details: error.details };
  };

  test('is larger than twice the HTML limit is read on for its sender to hear of it, but not without end', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(100_000).fill(0x20));
      },
    });
    expect(await send({ body: endless })).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: ["body: is larger than 4000000 bytes, which is twice the plan's HTML limit"],
    });
    // 100 MB in pieces of 100 kB, and what the stream takes ahead.
    expect(pulled).toBeGreaterThan(1_000);
    expect(pulled).toBeLessThan(1_060);
  });

  test('is not UTF-8 is refused as such', async () => {
    const latin1 = new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);
    expect(await send({ body: latin1 })).toMatchObject({ details: ['body: is not valid UTF-8'] });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'has the content type "%s" is refused',
    async (type) => {
      expect(await send({ body: '{}', headers: { 'Content-Type': type } })).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: ['Content-Type: must be application/json'],
      });
    },
  );

  test.each(['[]', '"x"', 'null', '7'])(
    'is the JSON value %s is refused: it must be an object',
    async (body) => {
      expect(await send({ body })).toMatchObject({ details: ['body: must be an object'] });
    },
  );
});

describe('a key that this isolate remembers', () => {
  test('is refused at once when it is revoked elsewhere', async () => {
    const workspaceId = await newWorkspace();
    const { id, value } = await newKey(workspaceId);
    const ask = () => generate({}, { 'X-API-Key': value });
    expect(await codeOf(await ask())).toBe('VALIDATION_ERROR');
    // Another isolate's revocation: the ledger learns it, this isolate's copy of the record does not.
    await env.LEDGER.getByName(workspaceId).revokeKey(id);
    const codes = await Promise.all(Array.from({ length: 100 }, async () => codeOf(await ask())));
    expect(new Set(codes)).toEqual(new Set(['API_KEY_REVOKED']));
  });

  test('is refused at once when its workspace is closed elsewhere', async () => {
    const workspaceId = await newWorkspace();
    const { value } = await newKey(workspaceId);
    await generate({}, { 'X-API-Key': value });
    await env.LEDGER.getByName(workspaceId).close();
    expect(await codeOf(await generate({}, { 'X-API-Key': value }))).toBe('WORKSPACE_NOT_FOUND');
  });
});

describe('an installation without its secret', () => {
  test('answers nothing but an internal error, and tells the log which variable is missing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { SIGNING_SECRET: _, ...withoutSecret } = env;
    const response = await call('/v1/pdf/generate', postJson({}), withoutSecret);
    expect([response.status, await codeOf(response)]).toEqual([500, 'INTERNAL_ERROR']);
    expect(log.mock.calls.flat().join()).toContain('SIGNING_SECRET');
    log.mockRestore();
  });
});

describe('a file', () => {
  const store = async (expiresAt: number) => {
    const fileId = newId('file');
    await env.FILES.put(`pdf/${fileId}`, 'pdf', {
      httpMetadata: { contentType: 'application/pdf' },
      customMetadata: { linkToken: 'token', expiresAt: String(expiresAt) },
    });
    return `/files/${fileId}/token.pdf`;
  };

  test('is not served past its retention, though the alarm has not come yet', async () => {
    expect((await call(await store(Date.now() + 60_000))).status).toBe(200);
    const past = await call(await store(Date.now() - 1));
    expect([past.status, await codeOf(past)]).toEqual([404, 'FILE_NOT_FOUND']);
  });

  test('is not served for a wrong token', async () => {
    const path = await store(Date.now() + 60_000);
    expect((await call(path.replace('token', 'tokem'))).status).toBe(404);
  });
});

describe('the log', () => {
  test('has one line a request, with neither key nor content', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const workspaceId = await newWorkspace();
    const { id, value } = await newKey(workspaceId);
    log.mockClear();
    await generate({ htmlContent: 7, secret: 'a secret of the client' }, { 'X-API-Key': value });
    const lines = log.mock.calls.map(([line]) => String(line));
    log.mockRestore();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'request',
      workspaceId,
      keyId: id,
      status: 400,
      code: 'VALIDATION_ERROR',
      route: '/v1/pdf/generate',
    });
    expect(lines[0]).not.toContain(value);
    expect(lines[0]).not.toContain('a secret of the client');
  });
});
