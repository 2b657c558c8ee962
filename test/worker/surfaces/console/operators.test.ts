import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, operate } from '../../support/service.ts';
import { type Insider, invited, newEmail, setUpOwner, Visitor } from '../../support/visitor.ts';

let first: Insider;

beforeEach(async () => {
  await migrate();
  first = await setUpOwner();
});

const TABLES = ['accounts', 'sessions', 'people', 'memberships', 'workspaces', 'audit_trail', 'attempts'];

afterEach(async () => {
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

const PATH = '/operator/operators';

async function operators(): Promise<string[]> {
  const { body } = await operate('GET', '/operators');
  return (body as { operators: { id: string }[] }).operators.map(({ id }) => id);
}

async function audit() {
  const { body } = await operate('GET', '/operators/audit');
  return (body as { entries: object[] }).entries;
}

describe('a second operator', () => {
  test('is made by the first, and may use the page of operators at once', async () => {
    const second = await invited(first, 'member', 'Sid Second');
    expect((await second.visitor.get(PATH)).code).toBe('INSUFFICIENT_ROLE');
    const added = await first.visitor.post(PATH, { email: second.email.toUpperCase() });
    expect([added.status, added.data]).toEqual([
      200,
      { id: second.personId, name: 'Sid Second', email: second.email },
    ]);
    const list = await second.visitor.get(PATH);
    expect(list.data).toMatchObject({ operators: [{ id: first.personId }, { id: second.personId }] });
    expect(await audit()).toMatchObject([
      {
        actor: `person:${first.personId}`,
        action: 'operator.added',
        subject: second.personId,
        detail: { name: 'Sid Second' },
      },
    ]);
  });

  test('removes the first, who loses access at once and keeps the account', async () => {
    const second = await invited(first, 'member');
    await first.visitor.post(PATH, { email: second.email });
    expect((await second.visitor.send('DELETE', `${PATH}/${first.personId}`)).status).toBe(200);
    expect((await first.visitor.get(PATH)).code).toBe('INSUFFICIENT_ROLE');
    expect((await first.visitor.session()).workspaces).toHaveLength(1);
    expect(await audit()).toMatchObject([{ action: 'operator.removed' }, { action: 'operator.added' }]);
  });

  test('is made with the operator token too', async () => {
    const second = await invited(first, 'member');
    const added = await operate('POST', '/operators', { email: second.email });
    expect([added.status, added.body.id]).toEqual([200, second.personId]);
    expect(await operators()).toEqual([first.personId, second.personId]);
    expect((await operate('DELETE', `/operators/${second.personId}`)).status).toBe(200);
    expect(await operators()).toEqual([first.personId]);
    expect(await audit()).toMatchObject([{ actor: 'operator' }, { actor: 'operator' }]);
  });

  test('who is an operator already is not added again, and makes no audit entry', async () => {
    const email = first.email;
    expect((await first.visitor.post(PATH, { email })).status).toBe(200);
    expect(await operators()).toEqual([first.personId]);
    expect(await audit()).toEqual([]);
  });
});

describe('the last operator', () => {
  test('stays', async () => {
    const refused = await first.visitor.send('DELETE', `${PATH}/${first.personId}`);
    expect([refused.status, refused.code]).toEqual([409, 'LAST_OPERATOR']);
    expect((await operate('DELETE', `/operators/${first.personId}`)).status).toBe(409);
    expect(await operators()).toEqual([first.personId]);
    expect(await audit()).toEqual([]);
  });

  test('stays if two operators remove each other at the same time', async () => {
    const second = await invited(first, 'member');
    await first.visitor.post(PATH, { email: second.email });
    await Promise.all([
      first.visitor.send('DELETE', `${PATH}/${second.personId}`),
      second.visitor.send('DELETE', `${PATH}/${first.personId}`),
    ]);
    expect(await operators()).toHaveLength(1);
  });
});

describe('a change of operators is refused', () => {
  test('for a person who is no operator', async () => {
    const owner = await invited(first, 'owner');
    const email = owner.email;
    for (const visitor of [owner.visitor, new Visitor()]) {
      const code = visitor === owner.visitor ? 'INSUFFICIENT_ROLE' : 'NOT_SIGNED_IN';
      expect((await visitor.post(PATH, { email })).code).toBe(code);
      expect((await visitor.send('DELETE', `${PATH}/${first.personId}`)).code).toBe(code);
    }
    expect(await operators()).toEqual([first.personId]);
  });

  test('for an unknown email address, an unknown person, or no address', async () => {
    const unknown = await first.visitor.post(PATH, { email: newEmail() });
    expect([unknown.status, unknown.code]).toEqual([404, 'PERSON_NOT_FOUND']);
    expect((await first.visitor.post(PATH, { email: 'nobody' })).code).toBe('VALIDATION_ERROR');
    const member = await invited(first, 'member');
    const ordinary = await first.visitor.send('DELETE', `${PATH}/${member.personId}`);
    expect([ordinary.status, ordinary.code]).toEqual([404, 'PERSON_NOT_FOUND']);
  });
});
