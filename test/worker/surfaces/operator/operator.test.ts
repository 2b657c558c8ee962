import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, codeOf, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';

beforeAll(migrate);

describe("the operator's routes", () => {
  test('do not exist where no token is configured', async () => {
    const { OPERATOR_TOKEN: _, ...withoutToken } = env;
    const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    const init = postJson({ name: 'Acme' }, headers);
    for (const path of ['/operator/workspaces', '/operator/keys', '/operator/anything']) {
      const response = await call(path, init, withoutToken);
      expect([response.status, await codeOf(response)]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test.each([undefined, 'Bearer ', 'Bearer wrong-token-of-the-same-kind', `Basic ${env.OPERATOR_TOKEN}`])(
    'refuse the authorization %s',
    async (authorization) => {
      const response = await call(
        '/operator/workspaces',
        postJson({ name: 'Acme' }, authorization === undefined ? {} : { Authorization: authorization }),
      );
      expect([response.status, await codeOf(response)]).toEqual([401, 'INVALID_OPERATOR_TOKEN']);
    },
  );

  test('say each problem of a request by its field', async () => {
    const { status, body } = await operate('POST', '/workspaces', { name: ' ', plan: 'platinum' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        details: [
          'name: must have 1 character or more',
          'plan: must be one of free, starter, growth, scale, scale-business, scale-enterprise',
        ],
      },
    });
  });
});

describe('a workspace', () => {
  test('is Free unless a plan is named, and is changed field by field', async () => {
    const created = await operate('POST', '/workspaces', { name: 'Acme' });
    expect(created).toMatchObject({ status: 201, body: { name: 'Acme', plan: 'free' } });
    const path = `/workspaces/${String(created.body.id)}`;
    expect((await operate('PATCH', path, { credits: 10, quotaUsed: 99 })).body).toMatchObject({
      plan: 'free',
      quotaUsed: 99,
      quotaLimit: 100,
      credits: 10,
      remaining: 11,
    });
    expect((await operate('PATCH', path, { plan: 'scale' })).body).toMatchObject({
      plan: 'scale',
      quotaUsed: 99,
      credits: 10,
    });
  });

  test('that is deleted is gone, with its templates; its keys are told so', async () => {
    const workspaceId = await newWorkspace();
    const { value } = await newKey(workspaceId);
    await operate('PUT', '/templates', { workspaceId, name: 'invoice', content: '<p>{{total}}</p>' });
    expect(await operate('DELETE', `/workspaces/${workspaceId}`)).toEqual({
      status: 200,
      body: { id: workspaceId, deleted: true },
    });
    // The platform may already run the alarm, which is due at once.
    await runDurableObjectAlarm(env.LEDGER.getByName(workspaceId));
    const prefix = `templates/${workspaceId}/`;
    await expect.poll(async () => (await env.TEMPLATES.list({ prefix })).objects).toEqual([]);
    expect((await operate('DELETE', `/workspaces/${workspaceId}`)).status).toBe(404);
    const response = await call('/v1/pdf/generate', postJson({ htmlContent: 'x' }, { 'X-API-Key': value }));
    expect([response.status, await codeOf(response)]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
  });
});

describe('the number of keys', () => {
  test('of a plan holds under parallel creation', async () => {
    const workspaceId = await newWorkspace('growth');
    const request = { workspaceId, name: 'ci', environment: 'live', permissions: ['pdf.generate'] };
    const answers = await Promise.all(Array.from({ length: 12 }, () => operate('POST', '/keys', request)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  test('does not count keys that are revoked or expired', async () => {
    const workspaceId = await newWorkspace('free');
    await newKey(workspaceId, { expiresAt: '2020-01-01T00:00:00Z' });
    const { id } = await newKey(workspaceId);
    const request = { workspaceId, name: 'next', environment: 'live', permissions: ['pdf.generate'] };
    expect((await operate('POST', '/keys', request)).body).toMatchObject({
      error: { code: 'KEY_LIMIT_REACHED' },
    });
    await operate('POST', `/keys/${id}/revoke`);
    expect((await operate('POST', '/keys', request)).status).toBe(201);
  });
});

describe('a key', () => {
  test('is stored as its hash alone', async () => {
    const { id, value } = await newKey(await newWorkspace());
    const row = await env.DB.prepare('SELECT * FROM api_keys WHERE id = ?').bind(id).first();
    expect(row).toMatchObject({ last_four: value.slice(-4) });
    expect(JSON.stringify(row)).not.toContain(value.slice('pk_live_'.length));
  });

  test('keeps the date of its first revocation', async () => {
    const { id } = await newKey(await newWorkspace());
    const first = await operate('POST', `/keys/${id}/revoke`);
    const second = await operate('POST', `/keys/${id}/revoke`);
    expect(first.body).toMatchObject({ id, status: 'Revoked' });
    expect(second.body).toEqual(first.body);
  });

  test('that does not exist cannot be revoked', async () => {
    expect(await operate('POST', '/keys/key_none/revoke')).toMatchObject({
      status: 404,
      body: { error: { code: 'KEY_NOT_FOUND' } },
    });
  });
});

describe('a template', () => {
  test('of the same name is changed, and keeps its id', async () => {
    const workspaceId = await newWorkspace();
    const put = (content: string, settings = {}) =>
      operate('PUT', '/templates', { workspaceId, name: 'invoice', content, settings });
    const first = await put('<p>one</p>');
    const second = await put('<p>two, longer</p>', { format: 'A5' });
    expect(first.body).toMatchObject({ name: 'invoice', settings: {}, contentBytes: 10 });
    expect(second.body).toMatchObject({ id: first.body.id, settings: { format: 'A5' }, contentBytes: 18 });
  });

  test.each([
    ['{{#if x}}', {}, 'TEMPLATE_COMPILATION_ERROR'],
    ['<p></p>', { format: 'A9' }, 'VALIDATION_ERROR'],
    ['<p></p>', { margin: { left: 150, right: 150 } }, 'VALIDATION_ERROR'],
    ['<p></p>', { locale: 'no such locale' }, 'VALIDATION_ERROR'],
  ])('%s with the settings %j is refused when it is saved: %s', async (content, settings, code) => {
    const workspaceId = await newWorkspace();
    const request = { workspaceId, name: 'broken', content, settings };
    expect(await operate('PUT', '/templates', request)).toMatchObject({
      status: 400,
      body: { error: { code } },
    });
  });
});
