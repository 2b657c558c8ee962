import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { datedName, type RotatedSecret } from '../../../../schema/secrets.ts';
import { createConsole } from '../../../../worker/surfaces/console/app.ts';
import { chooseRenderers } from '../../../../worker/adapters/choose-renderer.ts';
import { type Env, readVariables } from '../../../../worker/env.ts';
import { keepFile } from '../../support/kept-file.ts';
import { call, codeOf, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';
import { setUpOwner, type Insider } from '../../support/visitor.ts';

const MINUTE_MS = 60_000;
const NOW = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

const NEW_VALUES: Readonly<Record<RotatedSecret, string>> = {
  SIGNING_SECRET: 'the-next-signing-secret-of-the-tests',
  CREDENTIALS_KEY: `next:${new Uint8Array(32).fill(9).toBase64()}`,
  OPERATOR_TOKEN: 'the-next-operator-token-of-the-tests',
  RENDERER_TOKEN: 'the-next-renderer-token-of-the-tests',
};

/** The installation in the course of a change. */
function phases(secret: RotatedSecret) {
  const { [secret]: _, ...withoutOld } = env;
  const since = (time: number) => ({ [datedName(secret, time)]: NEW_VALUES[secret] });
  return {
    announced: { ...env, ...since(NOW + 10 * MINUTE_MS) },
    during: { ...env, ...since(NOW - MINUTE_MS) },
    after: { ...withoutOld, ...since(NOW - MINUTE_MS) } as Env,
  };
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

interface State {
  readonly secret: RotatedSecret;
  readonly inUse: string;
  readonly next: readonly string[];
  readonly earlier: readonly string[];
  readonly neededBy: readonly { readonly what: string; readonly count?: number; readonly until?: string }[];
}

async function stateOf(secret: RotatedSecret, bindings: Env, token = env.OPERATOR_TOKEN): Promise<State> {
  const response = await call(
    '/operator/secrets',
    { headers: { Authorization: `Bearer ${token}` } },
    bindings,
  );
  const text = await response.text();
  expect(response.status, text).toBe(200);
  for (const value of [...Object.values(NEW_VALUES), env.SIGNING_SECRET, env.CREDENTIALS_KEY]) {
    expect(text).not.toContain(value);
  }
  const { secrets } = JSON.parse(text) as { secrets: State[] };
  const state = secrets.find((each) => each.secret === secret);
  if (state === undefined) throw new Error('No such secret');
  return state;
}

describe('the signing secret', () => {
  const { announced, during, after } = phases('SIGNING_SECRET');

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
    // Announced, the old secret signs, and what the new one signs is valid already.
    const early = await signedUrl(fileId, announced);
    expect([await open(early, env), await open(early, after)]).toEqual([200, 403]);
    const next = await signedUrl(fileId, during);
    for (const bindings of [announced, during]) {
      expect([await open(old, bindings), await open(next, bindings)]).toEqual([200, 200]);
    }
    expect([await open(old, after), await open(next, after)]).toEqual([403, 200]);
    expect(await open(next, env)).toBe(403);
  });

  test('does not sign out, and a session has a cookie of the new secret the next day', async () => {
    const app = createConsole();
    const { visitor } = owner;
    expect((await visitor.copy(app, during).session()).person).toMatchObject({ email: owner.email });
    expect((await visitor.copy(app, after).session()).person).toBeNull();
    await env.DB.prepare('UPDATE sessions SET updated_at = updated_at - 3600000').run();
    expect((await stateOf('SIGNING_SECRET', during)).neededBy).toContainEqual({
      what: 'sessions of the dashboard',
      count: 1,
    });
    await env.DB.prepare('UPDATE sessions SET expires_at = expires_at - 90000000').run();
    const returning = visitor.copy(app, during);
    await returning.session();
    expect((await returning.copy(app, after).session()).person).toMatchObject({ email: owner.email });
    const { neededBy } = await stateOf('SIGNING_SECRET', during);
    expect(neededBy.map(({ what }) => what)).toEqual(['signed addresses and idempotency keys']);
    expect(Date.parse(neededBy[0]?.until ?? '')).toBe(NOW - MINUTE_MS + 86_400_000);
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
      for (const bindings of [announced, during]) {
        const again = await post(request, bindings);
        expect([path, again.status, again.headers.get('Location')]).toEqual([
          path,
          202,
          first.headers.get('Location'),
        ]);
        expect(await codeOf(await post(different, bindings))).toBe('IDEMPOTENCY_CONFLICT');
      }
    }
  });

  test('may be the only one, with a time in its name', async () => {
    expect(await stateOf('SIGNING_SECRET', after)).toMatchObject({
      inUse: datedName('SIGNING_SECRET', NOW - MINUTE_MS),
      earlier: [],
      neededBy: [],
    });
  });

  test.each([
    ['none at all', { SIGNING_SECRET: undefined as unknown as string }],
    ['a new one that is too short', { [datedName('SIGNING_SECRET', NOW)]: 'short' }],
  ])('%s: the service refuses to work', async (_, change) => {
    expect((await call('/healthz', {}, { ...env, ...change })).status).toBe(500);
  });
});

describe("the operator's token", () => {
  const { announced, during, after } = phases('OPERATOR_TOKEN');
  const statusOf = async (token: string, bindings: Env) =>
    (await call('/operator/operators', { headers: { Authorization: `Bearer ${token}` } }, bindings)).status;

  test('both are valid as soon as there are two, and only the new one after that', async () => {
    const old = String(env.OPERATOR_TOKEN);
    const next = NEW_VALUES.OPERATOR_TOKEN;
    const statuses = async (bindings: Env) => [await statusOf(old, bindings), await statusOf(next, bindings)];
    expect(await statuses(env)).toEqual([200, 401]);
    expect(await statuses(announced)).toEqual([200, 200]);
    expect(await statuses(during)).toEqual([200, 200]);
    expect(await statuses(after)).toEqual([401, 200]);
  });

  test('a request with the old one says that it is still needed', async () => {
    expect((await stateOf('OPERATOR_TOKEN', during)).neededBy).toEqual([
      { what: 'the token of this request', count: 1 },
    ]);
    expect((await stateOf('OPERATOR_TOKEN', during, NEW_VALUES.OPERATOR_TOKEN)).neededBy).toEqual([]);
    expect((await stateOf('OPERATOR_TOKEN', announced)).next).toHaveLength(1);
  });
});

describe("the container's token", () => {
  const CONTAINER = { RENDERER: 'container', RENDERER_URL: 'http://127.0.0.1:9' };
  const withOld = { ...CONTAINER, RENDERER_TOKEN: 'the-first-renderer-token-of-the-tests' };
  const sent = (bindings: Env) => chooseRenderers(bindings, readVariables(bindings)).container?.token;
  const { announced, during, after } = phases('RENDERER_TOKEN');

  test('both are sent as soon as there are two, the new one first', () => {
    const both = `${NEW_VALUES.RENDERER_TOKEN} ${withOld.RENDERER_TOKEN}`;
    expect(sent({ ...env, ...withOld })).toBe(withOld.RENDERER_TOKEN);
    expect(sent({ ...announced, ...withOld })).toBe(both);
    expect(sent({ ...during, ...withOld })).toBe(both);
    expect(sent({ ...after, ...CONTAINER })).toBe(NEW_VALUES.RENDERER_TOKEN);
  });

  test('the earlier one is needed while an instance does not accept the new one', async () => {
    expect(await stateOf('RENDERER_TOKEN', { ...during, ...withOld })).toMatchObject({
      earlier: ['RENDERER_TOKEN'],
      // Nothing answers at this address.
      neededBy: [{ what: 'instances of the container', count: 1 }],
    });
    expect((await stateOf('RENDERER_TOKEN', { ...after, ...CONTAINER })).neededBy).toEqual([]);
  });

  test.each(['short', 'with a space in the middle'])('%j is refused', (RENDERER_TOKEN) => {
    expect(() => readVariables({ ...env, RENDERER_TOKEN })).toThrow('RENDERER_TOKEN');
  });
});

describe('the credentials key', () => {
  const { announced, during, after } = phases('CREDENTIALS_KEY');
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

  /** Files of tests share the tables. */
  const needs = async (): Promise<Record<string, number | undefined>> => {
    const { neededBy } = await stateOf('CREDENTIALS_KEY', during);
    return Object.fromEntries(neededBy.map(({ what, count }) => [what, count]));
  };
  const STORED = 'stored requests of jobs and batches';

  test('seals with the new key, reads both, and reports when nothing needs the old one', async () => {
    const { webhooks = 0, [STORED]: stored = 0 } = await needs();
    await addWebhook(env);
    await addWebhook(announced);
    await addWebhook(during);
    expect(await sealedWith()).toEqual(['tests', 'tests', 'next']);
    expect((await accept(env)).status).toBe(202);
    expect((await accept(during)).status).toBe(202);
    expect(await needs()).toMatchObject({ webhooks: webhooks + 2, [STORED]: stored + 1 });
    const init = { method: 'POST', headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } };
    const reencrypted = await call('/operator/targets/reencrypt', init, during);
    expect(reencrypted.status).toBe(200);
    expect(await sealedWith()).toEqual(['next', 'next', 'next']);
    const { objects } = await env.FILES.list({ prefix: 'jobs/', include: ['customMetadata'] });
    const old = objects.filter(({ customMetadata }) => customMetadata?.sealed === 'tests');
    expect(old).toHaveLength(stored + 1);
    // The job ended.
    await env.FILES.delete(old.map(({ key: name }) => name));
    expect((await stateOf('CREDENTIALS_KEY', during)).neededBy).toEqual([]);
    expect(await stateOf('CREDENTIALS_KEY', after)).toMatchObject({ earlier: [], neededBy: [] });
    const listed = await call('/v1/webhooks', { headers: { 'X-API-Key': key } }, after);
    expect(listed.status).toBe(200);
  });
});
