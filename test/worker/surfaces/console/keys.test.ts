import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createdKeyAnswer,
  keysAnswer,
  type ListedKey,
  revokedKeyAnswer,
} from '../../../../schema/console/keys.ts';
import { buildServices } from '../../../../worker/services.ts';
import { listKeys } from '../../../../worker/verbs/keys/list-keys.ts';
import { operatorCtx } from '../../support/ctx.ts';
import { ask, migrate, newKey, operate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, setUpOwner } from '../../support/visitor.ts';

let owner: Insider;
let stranger: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  stranger = await anotherWorkspace(owner);
  await operate('PATCH', `/workspaces/${owner.workspaceId}`, { plan: 'growth' });
});

const keysOf = (who: Insider) => `/workspaces/${who.workspaceId}/keys`;

const REQUEST = { name: 'ci', environment: 'live', permissions: ['pdf.generate', 'pdf.read'] };

async function create(more: object = {}, who = owner) {
  const { status, body } = await who.visitor.post(keysOf(who), { ...REQUEST, ...more });
  expect(status).toBe(201);
  return shaped(createdKeyAnswer, body).data;
}

const list = async (who = owner) => shaped(keysAnswer, (await who.visitor.get(keysOf(who))).body).data;

const listed = async (id: string): Promise<ListedKey | undefined> =>
  (await list()).keys.find((key) => key.id === id);

const revoke = (id: string, who = owner) => who.visitor.post(`${keysOf(who)}/${id}/revoke`);

describe('keys that are revoked or expired', () => {
  test('are kept up to a number, so that they fill no database; active keys stay', async () => {
    const person = await anotherWorkspace(owner);
    const active = await newKey(person.workspaceId);
    await env.DB.prepare(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1010)
       INSERT INTO api_keys
       SELECT 'key_ended' || n, ?, 'old', 'hash' || n, 'live', 'xxxx', '[]',
         strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + n, 'unixepoch'),
         IIF(n % 2, '2020-01-02T00:00:00.000Z', NULL), IIF(n % 2, NULL, '2020-01-02T00:00:00.000Z') FROM n`,
    )
      .bind(person.workspaceId)
      .run();
    await operate('PATCH', `/workspaces/${person.workspaceId}`, { plan: 'growth' });
    const created = await create({}, person);
    const ids = (await list(person)).keys.map(({ id }) => id);
    expect(ids).toHaveLength(1_002);
    expect(ids).toEqual(expect.arrayContaining([active.id, created.id, 'key_ended11', 'key_ended1010']));
    expect(ids).not.toContain('key_ended10');
  });
});

describe('a key', () => {
  test('is shown whole once, and then by its first eight and last four characters', async () => {
    const { id, key } = await create({ environment: 'test', permissions: ['pdf.read', 'pdf.read'] });
    const answer = await owner.visitor.get(keysOf(owner));
    expect(JSON.stringify(answer.body)).not.toContain(key);
    expect(await listed(id)).toMatchObject({
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      permissions: ['pdf.read'],
      status: 'Active',
      lastUsedAt: null,
      revokedAt: null,
    });
    await revoke(id);
  });

  test('shows its last use, also after a failed request', async () => {
    const { id, key } = await create();
    const before = Date.now();
    await ask(key, 'GET', '/v1/templates');
    const { lastUsedAt } = (await listed(id)) ?? {};
    expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThanOrEqual(before);
    await revoke(id);
  });

  test('that is revoked is refused at once, and stays in the list', async () => {
    const { id, key } = await create();
    expect((await ask(key, 'GET', '/v1/files')).status).toBe(200);
    const { status, body } = await revoke(id);
    expect(status).toBe(200);
    expect(shaped(revokedKeyAnswer, body).data).toMatchObject({ id, status: 'Revoked' });
    expect(await ask(key, 'GET', '/v1/files')).toMatchObject({
      status: 401,
      body: { error: { code: 'API_KEY_REVOKED' } },
    });
    expect(await listed(id)).toMatchObject({ status: 'Revoked' });
  });

  test('of another workspace is one that does not exist, and goes on working', async () => {
    const { id, value } = await newKey(stranger.workspaceId);
    const { status, code } = await revoke(id);
    expect([status, code]).toEqual([404, 'KEY_NOT_FOUND']);
    expect((await ask(value, 'GET', '/v1/usage')).status).toBe(200);
    expect((await list()).keys.map((key) => key.id)).not.toContain(id);
  });

  test('past its expiration is listed as Active, and counts no more', async () => {
    const { active } = await list();
    const { id } = await newKey(owner.workspaceId, { expiresAt: '2020-01-01T00:00:00Z' });
    expect(await listed(id)).toMatchObject({ status: 'Active', expiresAt: '2020-01-01T00:00:00.000Z' });
    expect((await list()).active).toBe(active);
  });

  test('counts until the last millisecond before its expiration', async () => {
    const before = (await list()).active;
    const { id } = await newKey(owner.workspaceId, { expiresAt: '2040-01-01T00:00:00Z' });
    const activeAt = async (now: string) => {
      const services = { ...buildServices(env), now: () => Date.parse(now) };
      return (await listKeys(operatorCtx(owner.workspaceId, services))).active;
    };
    expect(await activeAt('2039-12-31T23:59:59.999Z')).toBe(before + 1);
    expect(await activeAt('2040-01-01T00:00:00.000Z')).toBe(before);
    await revoke(id);
  });

  test('is in the audit trail with the name of the person who made it', async () => {
    const { id } = await create({ name: 'told of' });
    await revoke(id);
    const { results } = await env.DB.prepare(
      "SELECT actor, action, detail ->> 'name' AS name FROM audit_trail WHERE subject = ? ORDER BY id",
    )
      .bind(id)
      .run();
    const actor = `person:${owner.personId}`;
    expect(results).toEqual([
      { actor, action: 'key.created', name: 'told of' },
      { actor, action: 'key.revoked', name: 'told of' },
    ]);
  });
});

describe('the list of keys', () => {
  test('is newest first', async () => {
    const made = [await create({ name: 'one' }), await create({ name: 'two' })];
    const names = (await list()).keys.map(({ name }) => name);
    expect(names.indexOf('two')).toBeLessThan(names.indexOf('one'));
    for (const { id } of made) await revoke(id);
  });

  test("says the plan's limit before it is hit, and holds when many are made at once", async () => {
    const before = await list(stranger);
    expect(before).toMatchObject({ active: 1, limit: 1 });
    await operate('PATCH', `/workspaces/${stranger.workspaceId}`, { plan: 'growth' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => stranger.visitor.post(keysOf(stranger), REQUEST)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = answers.filter(({ code }) => code === 'KEY_LIMIT_REACHED');
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body).toMatchObject({ error: { message: expect.stringContaining('5 active keys') } });
    expect(await list(stranger)).toMatchObject({ active: 5, limit: 5 });
  });

  test('has no limit where the plan sets none', async () => {
    await operate('PATCH', `/workspaces/${stranger.workspaceId}`, { plan: 'scale-enterprise' });
    expect((await list(stranger)).limit).toBeNull();
  });
});

describe('a request for a key', () => {
  test.each([
    ['name', { name: ' ' }],
    ['environment', { environment: 'staging' }],
    ['permissions', { permissions: [] }],
    ['permissions[0]', { permissions: ['pdf.print'] }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ])('names the field %s where it is wrong', async (field, wrong) => {
    const { status, body } = await owner.visitor.post(keysOf(owner), { ...REQUEST, ...wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: [expect.stringContaining(`${field}: `)] } });
  });

  test('cannot name another workspace', async () => {
    const body = { ...REQUEST, workspaceId: stranger.workspaceId };
    expect((await owner.visitor.post(keysOf(owner), body)).code).toBe('VALIDATION_ERROR');
  });
});
