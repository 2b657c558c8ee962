import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate, newKey, operate } from '../../support/service.ts';
import { accepted, anotherWorkspace, type Insider, setUpOwner, tokenIn } from '../../support/visitor.ts';

let operator: Insider;

beforeAll(async () => {
  await migrate();
  operator = await setUpOwner();
});

const rowsOf = async (table: string, workspaceId: string): Promise<number> =>
  (await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE workspace_id = ?`)
    .bind(workspaceId)
    .first<number>('n')) ?? 0;

interface Listed {
  readonly id: string;
  readonly name: string;
}

async function listed(query: string): Promise<{ names: string[]; nextCursor: string | null }> {
  const { body } = await operator.visitor.get(`/operator/workspaces${query}`);
  const page = body as unknown as { data: Listed[]; nextCursor: string | null };
  return { names: page.data.map(({ name }) => name), nextCursor: page.nextCursor };
}

describe('a workspace', () => {
  test('has its plan, what is left of it, and the role of the person', async () => {
    const { data } = await operator.visitor.get(`/workspaces/${operator.workspaceId}`);
    expect(data).toEqual({
      id: operator.workspaceId,
      name: 'First',
      plan: 'free',
      createdAt: expect.any(String),
      remaining: 100,
      quotaUsed: 0,
      quotaLimit: 100,
      credits: 0,
      role: 'owner',
    });
  });

  test('is renamed, and the audit trail tells who did it', async () => {
    const owner = await anotherWorkspace(operator);
    const path = `/workspaces/${owner.workspaceId}`;
    const { data } = await owner.visitor.send('PATCH', path, { name: '  Acme & Söhne ' });
    expect(data).toMatchObject({ name: 'Acme & Söhne', role: 'owner' });
    expect((await owner.visitor.session()).workspaces[0]?.name).toBe('Acme & Söhne');
    const { body } = await operate('GET', `/workspaces/${owner.workspaceId}/audit`);
    expect((body as { entries: unknown[] }).entries[0]).toMatchObject({
      actor: `person:${owner.personId}`,
      action: 'workspace.changed',
      detail: { name: 'Acme & Söhne' },
    });
  });

  test('wants a name', async () => {
    const path = `/workspaces/${operator.workspaceId}`;
    const { body } = await operator.visitor.send('PATCH', path, { name: ' ' });
    expect(body).toMatchObject({ error: { details: ['name: must have 1 character or more'] } });
  });
});

describe("the operator's page", () => {
  test('makes a workspace, sets its plan and credits, and is in the audit trail', async () => {
    const made = await operator.visitor.post('/operator/workspaces', { name: 'Customer' });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ name: 'Customer', plan: 'free', quotaLimit: 100, credits: 0 });
    const path = `/operator/workspaces/${String(made.data.id)}`;
    const { data } = await operator.visitor.send('PATCH', path, { plan: 'scale', credits: 50 });
    expect(data).toMatchObject({ id: made.data.id, plan: 'scale', credits: 50 });
    const { body } = await operate('GET', `/workspaces/${String(made.data.id)}/audit`);
    const actor = `person:${operator.personId}`;
    expect((body as { entries: unknown[] }).entries).toMatchObject([
      { actor, action: 'workspace.changed', detail: { plan: 'scale', credits: 50 } },
      { actor, action: 'workspace.created', detail: { name: 'Customer', plan: 'free' } },
    ]);
  });

  test('lists every workspace with its people and active keys', async () => {
    const owner = await anotherWorkspace(operator, 'With keys');
    const key = await newKey(owner.workspaceId);
    await operate('POST', `/keys/${key.id}/revoke`);
    await newKey(owner.workspaceId);
    const { body } = await operator.visitor.get('/operator/workspaces?search=with%20KEYS');
    expect(body).toMatchObject({
      data: [{ id: owner.workspaceId, people: 1, activeKeys: 1, plan: 'free', remaining: 100 }],
      nextCursor: null,
    });
  });

  test('lists in pages, newest first, each workspace once', async () => {
    for (const name of ['Page 1', 'Page 2', 'Page 3', 'Page 100%', 'Page_5']) {
      await operator.visitor.post('/operator/workspaces', { name });
    }
    const first = await listed('?search=page&limit=3');
    const second = await listed(`?search=page&limit=3&cursor=${first.nextCursor}`);
    expect([...first.names, ...second.names].sort()).toEqual([
      'Page 1',
      'Page 100%',
      'Page 2',
      'Page 3',
      'Page_5',
    ]);
    expect(second.nextCursor).toBeNull();
    expect((await listed('?search=100%25')).names).toEqual(['Page 100%']);
    const { code } = await operator.visitor.get('/operator/workspaces?cursor=nonsense');
    expect(code).toBe('VALIDATION_ERROR');
  });

  test('invites an owner into a workspace that nobody is in', async () => {
    const { data } = await operator.visitor.post('/operator/workspaces', { name: 'Empty' });
    const path = `/operator/workspaces/${String(data.id)}/invitations`;
    const created = await operator.visitor.post(path, { role: 'owner' });
    expect(created.status).toBe(201);
    expect(created.data).toMatchObject({ role: 'owner', invitedBy: 'Olga Owner' });
    expect(created.data.url).toMatch(/^https:\/\/platen\.test\/dashboard\/invitations\/[A-Za-z0-9]{43}$/);
    const owner = await accepted(tokenIn(created.data));
    expect((await owner.visitor.session()).workspaces).toMatchObject([{ name: 'Empty', role: 'owner' }]);
  });

  test('deletes a workspace with who was in it and invited to it', async () => {
    const owner = await anotherWorkspace(operator);
    await owner.visitor.post(`/workspaces/${owner.workspaceId}/invitations`, { role: 'member' });
    const path = `/operator/workspaces/${owner.workspaceId}`;
    expect((await operator.visitor.send('DELETE', path)).data).toEqual({
      id: owner.workspaceId,
      deleted: true,
    });
    expect(await rowsOf('memberships', owner.workspaceId)).toBe(0);
    expect(await rowsOf('invitations', owner.workspaceId)).toBe(0);
    expect((await owner.visitor.get(`/workspaces/${owner.workspaceId}`)).code).toBe('WORKSPACE_NOT_FOUND');
    expect(await owner.visitor.session()).toMatchObject({ person: { id: owner.personId }, workspaces: [] });
  });

  test.each([
    ['PATCH', '', { plan: 'scale' }],
    ['DELETE', '', undefined],
    ['POST', '/invitations', { role: 'owner' }],
  ])('says that there is no such workspace: %s …%s', async (method, path, body) => {
    const { status, code } = await operator.visitor.send(method, `/operator/workspaces/ws_none${path}`, body);
    expect([status, code]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
  });
});

describe('every answer', () => {
  test('has the id of its request, also where it is an error, and is not to be kept', async () => {
    for (const path of ['/session', '/nothing-here']) {
      const { headers, body } = await operator.visitor.get(path);
      const { requestId = null, error } = body as { requestId?: string; error?: { requestId: string } };
      expect(headers.get('X-Request-Id')).toBe(requestId ?? error?.requestId);
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test('to a method that a path has not says which it has', async () => {
    const { status, code, headers } = await operator.visitor.send('DELETE', '/setup');
    expect([status, code, headers.get('Allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'OPTIONS, POST']);
  });

  test('to a body that is no JSON, or is too large, names the body', async () => {
    const headers = { Origin: 'https://platen.test', 'Content-Type': 'application/json' };
    for (const body of ['{', JSON.stringify({ email: 'x'.repeat(70_000), password: 'x' })]) {
      const response = await operator.visitor.fetch('/auth/sign-in/email', { method: 'POST', headers, body });
      const { error } = await response.json<{ error: { code: string; details: string[] } }>();
      expect([response.status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details).toEqual([expect.stringMatching(/^body: /)]);
    }
  });
});
