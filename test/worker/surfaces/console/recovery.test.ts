import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate, operate } from '../../support/service.ts';
import { type Insider, newEmail, PASSWORD, setUpOwner, Visitor } from '../../support/visitor.ts';

const NEW_PASSWORD = 'a new password of the owner';

let owner: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
});

async function linkFor(email: string): Promise<string> {
  const { status, body } = await operate('POST', '/recoveries', { email });
  expect(status).toBe(201);
  expect(String(body.url)).toMatch(/^https:\/\/platen\.test\/dashboard\/recovery\/[A-Za-z0-9]{43}$/);
  return `/recovery/${String(body.url).split('/').at(-1)}`;
}

const actionsOf = async () => {
  const { body } = await operate('GET', '/operators/audit');
  return (body.entries as { action: string; actor: string; subject: string }[]).map(
    ({ action, actor, subject }) => [action, actor, subject],
  );
};

describe('an operator who cannot sign in', () => {
  test('sets a new password with a link that works once, and all sessions end', async () => {
    const path = await linkFor(owner.email.toUpperCase());
    const visitor = new Visitor();
    expect((await visitor.get(path)).data).toMatchObject({ name: 'Olga Owner', email: owner.email });
    expect((await visitor.post(path, { password: 'short' })).code).toBe('VALIDATION_ERROR');
    const [one, other] = await Promise.all(
      [visitor, new Visitor()].map((each) => each.post(path, { password: NEW_PASSWORD })),
    );
    expect(new Set([one?.status, other?.status])).toEqual(new Set([200, 404]));
    const winner = one?.status === 200 ? one : other;
    expect(winner?.data).toMatchObject({ person: { id: owner.personId, operator: true } });
    expect((await owner.visitor.session()).person).toBeNull();
    expect((await visitor.get(path)).code).toBe('RECOVERY_NOT_FOUND');
    expect((await new Visitor().signIn(owner.email, PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    const back = new Visitor();
    expect((await back.signIn(owner.email, NEW_PASSWORD)).status).toBe(200);
    expect((await back.get('/operator/operators')).status).toBe(200);
    expect(await actionsOf()).toEqual([
      ['recovery.used', `person:${owner.personId}`, owner.personId],
      ['recovery.created', 'operator', owner.personId],
    ]);
  });

  test('a new link replaces the one before, and a link ends after an hour', async () => {
    const [first, second] = [await linkFor(owner.email), await linkFor(owner.email)];
    const visitor = new Visitor();
    expect((await visitor.get(first)).code).toBe('RECOVERY_NOT_FOUND');
    expect((await visitor.get(second)).status).toBe(200);
    await env.DB.prepare('UPDATE verifications SET expires_at = expires_at - 3600000').run();
    expect((await visitor.get(second)).code).toBe('RECOVERY_NOT_FOUND');
    expect((await visitor.post(second, { password: NEW_PASSWORD })).code).toBe('RECOVERY_NOT_FOUND');
  });

  test('the token is stored as its hash alone', async () => {
    const path = await linkFor(owner.email);
    const { results } = await env.DB.prepare('SELECT * FROM verifications').all();
    expect(results).not.toEqual([]);
    expect(JSON.stringify(results)).not.toContain(path.split('/').at(-1));
  });
});

test('an address without an account gets no link', async () => {
  expect(await operate('POST', '/recoveries', { email: newEmail() })).toMatchObject({
    status: 404,
    body: { error: { code: 'PERSON_NOT_FOUND' } },
  });
});
