import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { MAX_WEBHOOKS } from '../../../../schema/webhooks.ts';
import { OPERATOR } from '../../../../worker/ctx.ts';
import { buildServices } from '../../../../worker/services.ts';
import { CredentialVault } from '../../../../worker/adapters/secrets/credential-vault.ts';
import { createWebhook } from '../../../../worker/verbs/webhooks/create-webhook.ts';
import { selectWebhooks } from '../../../../worker/adapters/d1/webhooks.ts';
import { reencryptSecrets } from '../../../../worker/verbs/webhooks/reencrypt-secrets.ts';
import { LOOPBACK, PRIVATE, PRIVATE_NAMES, SPECIAL } from '../../../support/addresses.ts';
import { operatorCtx, requestTime } from '../../support/ctx.ts';
import { call, codeOf, migrate, operate, postJson } from '../../support/service.ts';
import { giveEvent, Receivers, ringDesk, WebhookTenant } from '../../support/webhooks.ts';

let tenant: WebhookTenant;

beforeAll(migrate);

beforeEach(async () => {
  tenant = await WebhookTenant.create();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a webhook', () => {
  test('is created with a secret that is shown once and stored sealed', async () => {
    const created = await tenant.add();
    expect(created).toMatchObject({ enabled: true, disabledReason: null, previousSecretUntil: null });
    const [, secret = ''] = /^whsec_(.+)$/.exec(created.secret) ?? [];
    expect(Uint8Array.fromBase64(secret)).toHaveLength(32);
    const { secret: _, ...shown } = created;
    expect(await tenant.read(created.id)).toEqual(shown);
    expect((await tenant.call('GET')).body.data).toEqual([shown]);
    const [row] = await selectWebhooks(buildServices(env).database, tenant.workspaceId);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('is changed field by field, disabled and enabled', async () => {
    const { id } = await tenant.add();
    const changed = await tenant.call('PUT', `/${id}`, { events: ['credits.low', 'credits.low'] });
    expect(changed.body.data).toMatchObject({ url: 'https://shop.dev/events', events: ['credits.low'] });
    await tenant.call('PUT', `/${id}`, { enabled: false });
    expect(await tenant.read(id)).toMatchObject({ enabled: false, disabledReason: 'request' });
    await tenant.call('PUT', `/${id}`, { enabled: true });
    expect(await tenant.read(id)).toMatchObject({ enabled: true, events: ['credits.low'] });
  });

  test('that is disabled ends what is pending', async () => {
    const receivers = new Receivers();
    const { id } = await tenant.add();
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await tenant.call('PUT', `/${id}`, { enabled: false });
    await ringDesk(id);
    expect(receivers.sent).toEqual([]);
    expect(await tenant.deliveries(id)).toMatchObject([{ state: 'failed', attempts: [] }]);
  });

  test('that is deleted is gone with its deliveries, also if an event comes late', async () => {
    const receivers = new Receivers();
    const { id } = await tenant.add();
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    expect(await tenant.call('DELETE', `/${id}`)).toMatchObject({
      status: 200,
      body: { data: { deleted: true } },
    });
    expect(await ringDesk(id)).toBe(false);
    await giveEvent(tenant.workspaceId, id, 'evt_two');
    expect(await ringDesk(id)).toBe(true);
    expect(receivers.sent).toEqual([]);
    const desk = env.WEBHOOK_DESK.getByName(id);
    expect((await desk.list({ limit: 10, before: 100 })).deliveries).toEqual([]);
    expect(await tenant.call('GET', `/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'WEBHOOK_NOT_FOUND' } },
    });
  });

  test('that is deleted during an attempt leaves nothing', async () => {
    const receivers = new Receivers();
    const { id } = await tenant.add();
    receivers.on('shop.dev', async () => {
      await tenant.call('DELETE', `/${id}`);
      return new Response(null, { status: 500 });
    });
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await ringDesk(id);
    await runInDurableObject(env.WEBHOOK_DESK.getByName(id), async (_, { storage }) => {
      const tables = storage.sql.exec(
        "SELECT name FROM sqlite_master WHERE name IN ('deliveries', 'attempts')",
      );
      expect(tables.toArray()).toEqual([]);
      expect(await storage.getAlarm()).toBeNull();
    });
  });

  test('of a deleted workspace is gone with its deliveries', async () => {
    const receivers = new Receivers();
    const { id } = await tenant.add();
    await giveEvent(tenant.workspaceId, id, 'evt_one');
    await operate('DELETE', `/workspaces/${tenant.workspaceId}`);
    expect(await ringDesk(id)).toBe(false);
    expect(receivers.sent).toEqual([]);
    expect(await selectWebhooks(buildServices(env).database, tenant.workspaceId)).toEqual([]);
  });

  test('is one of at most five, also if they are created in parallel', async () => {
    const created = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 3 }, () =>
        tenant.call('POST', '', { url: 'https://shop.dev/', events: ['credits.low'] }),
      ),
    );
    const refused = created.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({
      status: 409,
      body: { error: { code: 'WEBHOOK_LIMIT_REACHED', message: 'A workspace may have 5 webhooks.' } },
    });
  });

  test('is recorded in the audit trail, without its path', async () => {
    const { id } = await tenant.add();
    await tenant.call('PUT', `/${id}`, { enabled: false });
    await tenant.call('POST', `/${id}/rotate-secret`);
    await tenant.call('DELETE', `/${id}`);
    const { results } = await env.DB.prepare(
      "SELECT action, detail FROM audit_trail WHERE workspace_id = ? AND action LIKE 'webhook.%' ORDER BY id",
    )
      .bind(tenant.workspaceId)
      .all();
    const actions = ['created', 'changed', 'rotated', 'deleted'].map((verb) => `webhook.${verb}`);
    expect(results).toEqual(actions.map((action) => ({ action, detail: '{"name":"shop.dev"}' })));
  });
});

describe('a request for a webhook is refused', () => {
  const create = (body: unknown) => tenant.call('POST', '', body);

  test.each([
    [{ events: ['credits.low'] }, 'url: is required'],
    [{ url: 'shop.dev', events: ['credits.low'] }, 'url: must be an absolute URL'],
    [{ url: `https://shop.dev/${'a'.repeat(500)}`, events: ['credits.low'] }, 'url: '],
    [{ url: 'https://shop.dev/' }, 'events: is required'],
    [{ url: 'https://shop.dev/', events: [] }, 'events: '],
    [{ url: 'https://shop.dev/', events: ['batch.started'] }, 'events[0]: '],
  ])('%j', async (body, problem) => {
    const { status, body: answer } = await create(body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: [expect.stringContaining(problem)] },
    });
  });

  test('if the address is not on the public internet, in every spelling', async () => {
    const deployed = { ...buildServices(env), outboundPolicy: { localDevelopment: false } };
    const ctx = operatorCtx(tenant.workspaceId, deployed);
    const refused = [
      ...[...LOOPBACK, ...PRIVATE, ...SPECIAL, ...PRIVATE_NAMES].map((host) => `https://${host}/`),
      'http://shop.dev/',
      'https://user:password@shop.dev/',
      'ftp://shop.dev/',
    ];
    for (const url of refused) {
      const creation = createWebhook(ctx, { url, events: ['credits.low'] });
      await expect(creation, url).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [expect.stringMatching(/^url: must /)],
      });
    }
    expect(await selectWebhooks(deployed.database, tenant.workspaceId)).toEqual([]);
  });

  test('if a change of the address leads out of the public internet', async () => {
    const { id } = await tenant.add();
    const { status, body } = await tenant.call('PUT', `/${id}`, { url: 'https://169.254.169.254/' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: ['url: must not be a private or reserved address'] } });
    expect(await tenant.read(id)).toMatchObject({ url: 'https://shop.dev/events' });
  });

  test('if the installation has no key for credentials', async () => {
    const { CREDENTIALS_KEY: _, ...bindings } = env;
    const body = { url: 'https://shop.dev/', events: ['credits.low'] };
    const init = postJson(body, { 'X-API-Key': tenant.key });
    const response = await call('/v1/webhooks', init, bindings);
    expect(response.status).toBe(501);
    expect(await codeOf(response)).toBe('NOT_IMPLEMENTED');
  });

  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/evt_one/resend'],
  ])('if it belongs to another workspace: %s %s', async (method, path) => {
    const other = await WebhookTenant.create();
    const { id } = await other.add();
    for (const webhookId of [id, newId('wh')]) {
      const answer = await tenant.call(method, `/${webhookId}${path}`, method === 'PUT' ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'WEBHOOK_NOT_FOUND' } } });
    }
    expect(await other.read(id)).toMatchObject({ enabled: true });
  });
});

describe('a rotated credentials key', () => {
  test('encrypts the secrets again, also the previous one', async () => {
    const { id } = await tenant.add();
    await tenant.call('POST', `/${id}/rotate-secret`);
    const services = buildServices(env);
    const next = `next:${new Uint8Array(32).fill(9).toBase64()}`;
    const vault = new CredentialVault(next, [String(env.CREDENTIALS_KEY)]);
    const rotated = { services: { ...services, vault }, actor: OPERATOR, time: requestTime() } as const;
    expect((await reencryptSecrets(rotated)).reencrypted).toBeGreaterThan(0);
    expect(await reencryptSecrets(rotated)).toEqual({ reencrypted: 0, unreadable: [] });
    const [row] = await selectWebhooks(services.database, tenant.workspaceId);
    expect([row?.secret, row?.previousSecret]).toEqual([
      expect.stringMatching(/^next\./),
      expect.stringMatching(/^next\./),
    ]);
    const back = new CredentialVault(String(env.CREDENTIALS_KEY), [next]);
    await reencryptSecrets({ services: { ...services, vault: back }, actor: OPERATOR, time: requestTime() });
  });
});
