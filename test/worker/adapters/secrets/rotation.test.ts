import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RotatedSecret } from '../../../../schema/secrets.ts';
import { createConsole } from '../../../../worker/surfaces/console/app.ts';
import { chooseRenderers } from '../../../../worker/choose-renderer.ts';
import { type Env, readVariables } from '../../../../worker/env.ts';
import { keepFile } from '../../support/kept-file.ts';
import { call, codeOf, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';
import { setUpOwner, type Insider } from '../../support/visitor.ts';

const NEW_VALUES: Readonly<Record<RotatedSecret, string>> = {
  SIGNING_SECRET: 'the-next-signing-secret-of-the-tests',
  CREDENTIALS_KEY: `next:${new Uint8Array(32).fill(9).toBase64()}`,
  OPERATOR_TOKEN: 'the-next-operator-token-of-the-tests',
  RENDERER_TOKEN: 'the-next-renderer-token-of-the-tests',
};

/** The installation in the course of a change. */
function phases(secret: RotatedSecret) {
  const { [secret]: _, ...withoutOld } = env;
  const next = { [`${secret}_2`]: NEW_VALUES[secret] };
  return { during: { ...env, ...next }, after: { ...withoutOld, ...next } as Env };
}

let workspaceId: string;
let key: string;
let owner: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
});

beforeEach(async () => {
  workspaceId = await newWorkspace('scale-enterprise');
  const permissions = ['pdf.generate', 'pdf.read', 'webhook.manage'];
  ({ value: key } = await newKey(workspaceId, { permissions }));
});

describe('the signing secret', () => {
  const { during, after } = phases('SIGNING_SECRET');

  const signedUrl = async (fileId: string, bindings: Env) => {
    const response = await call(`/v1/files/${fileId}`, { headers: { 'X-API-Key': key } }, bindings);
    const { data } = await response.json<{ data: { signedUrl: string } }>();
    return data.signedUrl.replace('https://platen.test', '');
  };

  const open = async (path: string, bindings: Env) => {
    const response = await call(path, {}, bindings);
    await response.bytes();
    return response.status;
  };

  test('signs before, during and after, and old addresses are valid until it is deleted', async () => {
    const { fileId } = await keepFile(workspaceId);
    const old = await signedUrl(fileId, env);
    const next = await signedUrl(fileId, during);
    expect([await open(old, during), await open(next, during)]).toEqual([200, 200]);
    expect([await open(old, after), await open(next, after)]).toEqual([403, 200]);
    expect(await open(next, env)).toBe(403);
  });

  test('does not sign out, and a session has a cookie of the new secret the next day', async () => {
    const app = createConsole();
    const { visitor } = owner;
    expect((await visitor.copy(app, during).session()).person).toMatchObject({ email: owner.email });
    expect((await visitor.copy(app, after).session()).person).toBeNull();
    await env.DB.prepare('UPDATE sessions SET expires_at = expires_at - 90000000').run();
    const returning = visitor.copy(app, during);
    await returning.session();
    expect((await returning.copy(app, after).session()).person).toMatchObject({ email: owner.email });
  });

  test('keeps idempotency keys, of jobs and of batches', async () => {
    const { body } = await operate('PUT', '/templates', { workspaceId, name: 'row', content: '<p>x' });
    const requests = [
      ['/v1/pdf/generate', { htmlContent: '<p>one' }, { htmlContent: '<p>two' }],
      [
        '/v1/batches',
        { templateId: body.id, rows: [{ externalId: 'a' }] },
        { templateId: body.id, rows: [{}] },
      ],
    ] as const;
    for (const [path, request, different] of requests) {
      const post = (content: unknown, bindings: Env) =>
        call(
          path,
          postJson(content, { 'X-API-Key': key, Prefer: 'respond-async', 'Idempotency-Key': 'the same' }),
          bindings,
        );
      const first = await post(request, env);
      expect(first.status).toBe(202);
      const again = await post(request, during);
      expect([path, again.status, again.headers.get('Location')]).toEqual([
        path,
        202,
        first.headers.get('Location'),
      ]);
      expect(await codeOf(await post(different, during))).toBe('IDEMPOTENCY_CONFLICT');
    }
  });

  test.each([
    ['none at all', { SIGNING_SECRET: undefined as unknown as string }],
    ['a new one that is too short', { SIGNING_SECRET_2: 'short' }],
  ])('%s: the service refuses to work', async (_, change) => {
    expect((await call('/healthz', {}, { ...env, ...change })).status).toBe(500);
  });
});

describe("the operator's token", () => {
  const { during, after } = phases('OPERATOR_TOKEN');
  const statusOf = async (token: string, bindings: Env) =>
    (await call('/operator/operators', { headers: { Authorization: `Bearer ${token}` } }, bindings)).status;

  test('both are valid as soon as there are two, and only the new one after that', async () => {
    const old = String(env.OPERATOR_TOKEN);
    const next = NEW_VALUES.OPERATOR_TOKEN;
    const statuses = async (bindings: Env) => [await statusOf(old, bindings), await statusOf(next, bindings)];
    expect(await statuses(env)).toEqual([200, 401]);
    expect(await statuses(during)).toEqual([200, 200]);
    expect(await statuses(after)).toEqual([401, 200]);
  });
});

describe("the container's token", () => {
  const CONTAINER = { RENDERER: 'container', RENDERER_URL: 'http://127.0.0.1:9' };
  const withOld = { ...CONTAINER, RENDERER_TOKEN: 'the-first-renderer-token-of-the-tests' };
  const sent = (bindings: Env) => chooseRenderers(bindings, readVariables(bindings)).container?.token;
  const { during, after } = phases('RENDERER_TOKEN');

  test('both are sent as soon as there are two, the new one first', () => {
    const both = `${NEW_VALUES.RENDERER_TOKEN} ${withOld.RENDERER_TOKEN}`;
    expect(sent({ ...env, ...withOld })).toBe(withOld.RENDERER_TOKEN);
    expect(sent({ ...during, ...withOld })).toBe(both);
    expect(sent({ ...after, ...CONTAINER })).toBe(NEW_VALUES.RENDERER_TOKEN);
  });

  test.each(['short', 'with a space in the middle'])('%j is refused', (RENDERER_TOKEN) => {
    expect(() => readVariables({ ...env, RENDERER_TOKEN })).toThrow('RENDERER_TOKEN');
  });
});

describe('the credentials key', () => {
  const { during, after } = phases('CREDENTIALS_KEY');
  const SECRET_REQUEST = { htmlContent: '<p>x', options: { encryption: { userPassword: 'correct horse' } } };

  const addWebhook = async (bindings: Env) => {
    const body = { url: 'https://hooks.example.com/', events: ['job.failed'] };
    const response = await call('/v1/webhooks', postJson(body, { 'X-API-Key': key }), bindings);
    expect(response.status).toBe(201);
  };

  const accept = (bindings: Env) =>
    call(
      '/v1/pdf/generate',
      postJson(SECRET_REQUEST, { 'X-API-Key': key, Prefer: 'respond-async' }),
      bindings,
    );

  const sealedWith = async () => {
    const { results } = await env.DB.prepare('SELECT secret FROM webhooks WHERE workspace_id = ?')
      .bind(workspaceId)
      .all<{ secret: string }>();
    return results.map(({ secret }) => secret.slice(0, secret.indexOf('.')));
  };

  const reencrypt = async (bindings: Env) => {
    const init = { method: 'POST', headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } };
    const response = await call('/operator/targets/reencrypt', init, bindings);
    return { status: response.status, body: await response.json() };
  };

  /** How many stored requests each key has sealed. */
  const sealedRequests = async () => {
    const { objects } = await env.FILES.list({ prefix: 'jobs/', include: ['customMetadata'] });
    const ids = objects.map(({ customMetadata }) => customMetadata?.sealed);
    return ['tests', 'next'].map((id) => ids.filter((each) => each === id).length);
  };

  test('seals with the new one and reads both, and after a reencryption the old one can be deleted', async () => {
    await addWebhook(env);
    await addWebhook(during);
    expect(await sealedWith()).toEqual(['tests', 'next']);
    expect(await reencrypt(during)).toMatchObject({ status: 200, body: { unreadable: [] } });
    expect(await sealedWith()).toEqual(['next', 'next']);
    expect(await reencrypt(after)).toEqual({ status: 200, body: { reencrypted: 0, unreadable: [] } });
    await addWebhook(after);
  });

  test('a deletion before the reencryption loses nothing that the old one cannot bring back', async () => {
    await addWebhook(env);
    const { body } = await reencrypt(after);
    expect(body).toMatchObject({ reencrypted: 0, unreadable: [expect.any(String)] });
    expect(await reencrypt(during)).toEqual({ status: 200, body: { reencrypted: 1, unreadable: [] } });
  });

  test('seals the requests of jobs', async () => {
    const [old = 0, next = 0] = await sealedRequests();
    expect((await accept(env)).status).toBe(202);
    expect((await accept(during)).status).toBe(202);
    expect(await sealedRequests()).toEqual([old + 1, next + 1]);
  });
});
