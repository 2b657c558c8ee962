import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Env } from '../../../../worker/env.ts';
import { migrate, newWorkspace } from '../../support/service.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const OWNER = {
  name: 'Olga Owner',
  email: 'Olga@Example.com',
  password: PASSWORD,
  workspaceName: 'First',
};

const TOKEN = 'setup-token-of-the-tests';
const deployed: Env = {
  ...env,
  LOCAL_DEVELOPMENT: 'false',
  PUBLIC_URL: 'https://platen.test',
  SETUP_TOKEN: TOKEN,
};

const TABLES = ['accounts', 'sessions', 'people', 'memberships', 'workspaces', 'audit_trail', 'attempts'];

/** An instance that nobody owns. On a busy machine, rows of the file before can survive the reset of the storage. */
beforeEach(async () => {
  await migrate();
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

const count = async (table: string): Promise<number> =>
  (await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first<number>('n')) ?? 0;

describe('the first visit', () => {
  test('makes the owner and the first workspace, and signs the owner in', async () => {
    const visitor = new Visitor();
    expect(await visitor.session()).toEqual({ setup: 'needed', person: null, workspaces: [] });
    const { status, data } = await visitor.post('/setup', OWNER);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      setup: 'done',
      person: { name: 'Olga Owner', email: 'olga@example.com', operator: true },
      workspaces: [{ name: 'First', plan: 'scale-enterprise', role: 'owner' }],
    });
    expect(await visitor.session()).toEqual(data);
  });

  test('records both in the audit trail', async () => {
    const visitor = new Visitor();
    await visitor.post('/setup', OWNER);
    const { person, workspaces } = await visitor.session();
    const { results } = await env.DB.prepare(
      'SELECT workspace_id, actor, action, subject FROM audit_trail ORDER BY id',
    ).run();
    const told = { workspace_id: workspaces[0]?.id, actor: `person:${person?.id}` };
    expect(results).toEqual([
      { ...told, action: 'workspace.created', subject: workspaces[0]?.id },
      { ...told, action: 'person.joined', subject: person?.id },
    ]);
  });

  test.each([
    ['password', { password: 'too short' }],
    ['email', { email: 'olga' }],
    ['name', { name: ' ' }],
    ['workspaceName', { workspaceName: '' }],
  ])('names the field %s where it is wrong, and makes nothing', async (field, wrong) => {
    const { status, body } = await new Visitor().post('/setup', { ...OWNER, ...wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: [expect.stringMatching(`^${field}: `)] },
    });
    expect(await count('people')).toBe(0);
  });

  test('is over once somebody owns the instance', async () => {
    await new Visitor().post('/setup', OWNER);
    const late = new Visitor();
    expect((await late.session()).setup).toBe('done');
    const { status, code } = await late.post('/setup', { ...OWNER, email: 'late@example.com' });
    expect([status, code]).toEqual([409, 'SETUP_DONE']);
  });

  test.each([2, 20])('by %i browsers at the same time makes one owner', async (browsers) => {
    const answers = await Promise.all(
      Array.from({ length: browsers }, (_, number) =>
        new Visitor().post('/setup', { ...OWNER, email: `owner-${number}@example.com` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'SETUP_DONE')).toHaveLength(browsers - 1);
    const made = ['people', 'accounts', 'workspaces', 'memberships', 'sessions'].map(count);
    expect(await Promise.all(made)).toEqual([1, 1, 1, 1, 1]);
  });

  test('leaves nothing behind where it fails half-way, so that it can be tried again', async () => {
    await env.DB.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON memberships BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failed = await new Visitor().post('/setup', OWNER);
    log.mockRestore();
    await env.DB.exec('DROP TRIGGER broken');
    expect([failed.status, failed.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(await Promise.all(['people', 'accounts', 'workspaces'].map(count))).toEqual([0, 0, 0]);
    expect((await new Visitor().post('/setup', OWNER)).status).toBe(201);
  });
});

describe('a statement that the database refuses', () => {
  test('is in the log with what the database said, and without its values', async () => {
    await env.DB.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'no more sessions'); END",
    );
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failed = await new Visitor().post('/setup', OWNER);
    const lines = log.mock.calls.map(([line]) => String(line)).join('\n');
    log.mockRestore();
    await env.DB.exec('DROP TRIGGER broken');
    expect([failed.status, failed.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(lines).toContain('no more sessions');
    expect(lines).toContain('insert into \\"sessions\\"');
    expect(lines).not.toContain('params');
    expect(lines).not.toContain(await env.DB.prepare('SELECT id FROM people').first<string>('id'));
  });
});

describe('a lost password of the only operator', () => {
  test('is mended by removing the people, as the documentation says: the next visit is the first', async () => {
    const visitor = new Visitor();
    await visitor.post('/setup', OWNER);
    const { workspaces } = await visitor.session();
    await env.DB.exec('DELETE FROM memberships; DELETE FROM people');
    expect(await Promise.all(['accounts', 'sessions'].map(count))).toEqual([0, 0]);
    expect(await visitor.session()).toMatchObject({ setup: 'needed', person: null });
    await visitor.post('/setup', { ...OWNER, workspaceName: 'Second' });
    expect((await visitor.session()).workspaces.map(({ name }) => name)).toEqual(['First', 'Second']);
    expect(workspaces).toHaveLength(1);
  });
});

describe("on one's own machine", () => {
  test('the owner takes over the workspace of npm start, which gets the name, and joins the others', async () => {
    const [local, other] = [await newWorkspace(), await newWorkspace()];
    await env.DB.prepare("UPDATE workspaces SET name = 'Local' WHERE id = ?").bind(local).run();
    const visitor = new Visitor();
    await visitor.post('/setup', OWNER);
    const { person, workspaces } = await visitor.session();
    expect(workspaces.map(({ name, role }) => [name, role])).toEqual([
      ['Acme', 'owner'],
      ['First', 'owner'],
    ]);
    expect(workspaces.map(({ id }) => id)).toEqual([other, local]);
    const { results } = await env.DB.prepare(
      "SELECT workspace_id, action, detail FROM audit_trail WHERE actor = ? AND action = 'workspace.changed'",
    )
      .bind(`person:${person?.id}`)
      .run();
    expect(results).toEqual([
      { workspace_id: local, action: 'workspace.changed', detail: '{"name":"First"}' },
    ]);
  });
});

describe('a deployed instance', () => {
  test('says that it wants a token, and takes the right one', async () => {
    const visitor = new Visitor(deployed);
    expect((await visitor.session()).setup).toBe('needed-with-token');
    expect((await visitor.post('/setup', { ...OWNER, token: TOKEN })).status).toBe(201);
  });

  test.each([undefined, '', 'setup-token-of-the-test', `${TOKEN} `])(
    'refuses the token %j',
    async (token) => {
      const { status, code } = await new Visitor(deployed).post('/setup', { ...OWNER, token });
      expect([status, code]).toEqual([403, 'SETUP_TOKEN_INVALID']);
      expect(await count('people')).toBe(0);
    },
  );

  test('without a configured token has no way in, and says what to set', async () => {
    const { SETUP_TOKEN: _, ...withoutToken } = deployed;
    const visitor = new Visitor(withoutToken);
    expect((await visitor.session()).setup).toBe('needed-with-token');
    const { code, body } = await visitor.post('/setup', { ...OWNER, token: '' });
    expect(code).toBe('SETUP_TOKEN_INVALID');
    expect(body).toMatchObject({ error: { message: expect.stringContaining('SETUP_TOKEN') } });
  });

  test('keeps the owner out of workspaces that the operator made for others', async () => {
    await newWorkspace();
    const visitor = new Visitor(deployed);
    await visitor.post('/setup', { ...OWNER, token: TOKEN });
    expect((await visitor.session()).workspaces.map(({ name }) => name)).toEqual(['First']);
  });
});
