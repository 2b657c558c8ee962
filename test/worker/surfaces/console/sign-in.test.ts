import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../../../worker/lib/password.ts';
import { buildServices } from '../../../../worker/services.ts';
import { migrate } from '../../support/service.ts';
import { type Insider, invited, ORIGIN, PASSWORD, setUpOwner, Visitor } from '../../support/visitor.ts';
import { variation } from '../../../support/thorough.ts';

let owner: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
});

const signedIn = async ({ email }: Insider, password = PASSWORD): Promise<Visitor> => {
  const visitor = new Visitor();
  const { status } = await visitor.signIn(email, password);
  expect(status).toBe(200);
  return visitor;
};

/** The ids of the visitor's sessions on all devices: their own, and the others. */
async function sessionsOf(visitor: Visitor): Promise<{ own: string[]; others: string[] }> {
  const { data } = await visitor.get('/auth/list-sessions');
  const sessions = data.sessions as { id: string; current: boolean }[];
  const idsOf = (current: boolean) =>
    sessions.filter((session) => session.current === current).map(({ id }) => id);
  return { own: idsOf(true), others: idsOf(false) };
}

describe('signing in', () => {
  test('answers as the page starts: the person and their workspaces', async () => {
    const visitor = new Visitor();
    const { data } = await visitor.signIn(owner.email.toUpperCase());
    expect(data).toMatchObject({
      setup: 'done',
      person: { id: owner.personId, email: owner.email },
      workspaces: expect.arrayContaining([expect.objectContaining({ id: owner.workspaceId, role: 'owner' })]),
    });
    expect(await visitor.session()).toEqual(data);
  });

  test('says the same of a wrong password and of an address that nobody has', async () => {
    const wrong = await new Visitor().signIn(owner.email, 'wrong horse battery');
    const unknown = await new Visitor().signIn('nobody@example.com', 'wrong horse battery');
    const messageOf = ({ body }: typeof wrong) => (body.error as { message: string }).message;
    expect([wrong.status, wrong.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect([unknown.status, unknown.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(messageOf(wrong)).toBe(messageOf(unknown));
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('sets a cookie that scripts and other sites do not get', async () => {
    const { headers } = await new Visitor().signIn(owner.email);
    const [cookie = '', ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Secure-platen\.session_token=/);
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      'Max-Age=1209600',
      'Path=/console',
      'SameSite=Lax',
      'Secure',
    ]);
  });

  test('takes no cookie whose signature is another', async () => {
    const { headers } = await new Visitor().signIn(owner.email);
    const [pair = ''] = (headers.getSetCookie()[0] ?? '').split(';');
    const session = (cookie: string) =>
      new Visitor().send('GET', '/auth/list-sessions', undefined, { Cookie: cookie });
    expect((await session(pair)).status).toBe(200);
    expect((await session(`${pair.slice(0, -6)}AAA%3D`)).code).toBe('NOT_SIGNED_IN');
    expect((await session(pair.split('.').slice(0, 2).join('.'))).code).toBe('NOT_SIGNED_IN');
  });

  test('keeps the password as scrypt with a salt of its own', async () => {
    const row = await env.DB.prepare('SELECT password FROM accounts').first<{ password: string }>();
    expect(row?.password).toMatch(/^scrypt\*5\$[\w$-]+$/);
    const services = buildServices(env);
    const [one, other] = await Promise.all([services.hashPassword('same'), services.hashPassword('same')]);
    expect(one).toMatch(/^scrypt\*5\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword({ hash: one, password: 'same' })).toBe(true);
    expect(await verifyPassword({ hash: one, password: 'Same' })).toBe(false);
    expect(await verifyPassword({ hash: 'no hash', password: 'same' })).toBe(false);
    // As older releases wrote it, in one call.
    const old = 'scrypt$16$8$5$AAAAAAAAAAAAAAAAAAAAAA$XWynucVT4OYNmd1q_o6uX-l1-50rsoVbapKqwMt9YVo';
    expect(await verifyPassword({ hash: old, password: 'same' })).toBe(true);
  });
});

describe('what nobody may ask for', () => {
  test.each([
    ['POST', '/auth/sign-up/email'],
    ['POST', '/auth/sign-in/social'],
    ['POST', '/auth/request-password-reset'],
    ['POST', '/auth/reset-password'],
    ['POST', '/auth/send-verification-email'],
    ['GET', '/auth/verify-email'],
    ['POST', '/auth/change-email'],
    ['POST', '/auth/delete-user'],
    ['POST', '/auth/update-session'],
    ['POST', '/auth/link-social'],
    ['GET', '/auth/list-accounts'],
    ['GET', '/auth/get-session'],
    ['GET', '/auth/ok'],
    ['GET', '/auth/error'],
    ['GET', '/auth/sign-in%2femail'],
  ])('%s %s is not there', async (method, path) => {
    const body = method === 'GET' ? undefined : { email: 'x@example.com', password: PASSWORD, name: 'X' };
    const { status, code } = await new Visitor().send(method, path, body);
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });

  test('to be made an operator', async () => {
    const member = await invited(owner, 'member');
    const asked = await member.visitor.send('POST', '/auth/update-user', { name: 'Mia', operator: true });
    expect(asked.code).toBe('VALIDATION_ERROR');
    await member.visitor.post('/auth/update-user', { name: 'Mia' });
    expect((await member.visitor.session()).person).toMatchObject({ name: 'Mia', operator: false });
  });
});

describe('a session', () => {
  test('ends with signing out, also for a copy of the cookie', async () => {
    const visitor = await signedIn(owner);
    const stolen = visitor.copy();
    expect((await visitor.post('/auth/sign-out')).data).toEqual({ signedOut: true });
    expect((await visitor.session()).person).toBeNull();
    expect((await stolen.get('/auth/list-sessions')).code).toBe('NOT_SIGNED_IN');
  });

  test('is listed with its device, without its token', async () => {
    const person = await invited(owner, 'member');
    const phone = await signedIn(person);
    const { data, body } = await phone.get('/auth/list-sessions');
    const sessions = data.sessions as Record<string, unknown>[];
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[0]).toMatchObject({ ipAddress: expect.stringMatching(/^10\.0\./) });
    expect(JSON.stringify(body)).not.toContain('token');
  });

  test('ends at once when it is revoked from another device', async () => {
    const person = await invited(owner, 'member');
    const phone = await signedIn(person);
    const { own, others } = await sessionsOf(phone);
    expect((await phone.post('/auth/revoke-session', { id: others[0] })).data).toEqual({ revoked: 1 });
    expect((await person.visitor.get('/auth/list-sessions')).code).toBe('NOT_SIGNED_IN');
    expect(await sessionsOf(phone)).toEqual({ own, others: [] });
  });

  test("of somebody else is not one's own to end", async () => {
    const [person, stranger] = [await invited(owner, 'member'), await invited(owner, 'member')];
    const { own } = await sessionsOf(person.visitor);
    expect((await stranger.visitor.post('/auth/revoke-session', { id: own[0] })).data).toEqual({
      revoked: 0,
    });
    expect((await person.visitor.session()).person?.id).toBe(person.personId);
  });

  test('can end all others, or all', async () => {
    const person = await invited(owner, 'member');
    const [phone, tablet] = [await signedIn(person), await signedIn(person)];
    expect((await phone.post('/auth/revoke-other-sessions')).data).toEqual({ revoked: 2 });
    expect((await tablet.session()).person).toBeNull();
    expect((await phone.post('/auth/revoke-sessions')).data).toEqual({ revoked: 1 });
    expect((await phone.session()).person).toBeNull();
  });
});

describe('a new password', () => {
  test('is the one that counts from then on, and ends every other session', async () => {
    const person = await invited(owner, 'member');
    const phone = await signedIn(person);
    const newPassword = 'another horse battery';
    const changed = await phone.post('/auth/change-password', { currentPassword: PASSWORD, newPassword });
    expect([changed.status, changed.data]).toEqual([200, { changed: true }]);
    expect((await phone.session()).person?.id).toBe(person.personId);
    expect((await person.visitor.session()).person).toBeNull();
    expect((await new Visitor().signIn(person.email)).code).toBe('INVALID_CREDENTIALS');
    await signedIn(person, newPassword);
  });

  test.each([
    ['wrong horse battery', 'another horse battery', 'currentPassword: is wrong'],
    [PASSWORD, 'too short', 'newPassword: must have 10 characters or more'],
  ])('is refused by its field: %s, %s', async (currentPassword, newPassword, problem) => {
    const person = await invited(owner, 'member');
    const body = { currentPassword, newPassword };
    const refused = await person.visitor.post('/auth/change-password', body);
    expect(refused.body).toMatchObject({ error: { code: 'VALIDATION_ERROR', details: [problem] } });
    await signedIn(person);
  });
});

describe('a change from elsewhere', () => {
  const signOut = (visitor: Visitor, headers: Record<string, string>) =>
    visitor.fetch('/auth/sign-out', { method: 'POST', headers });

  test.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://platen.test.evil.example' },
    { Origin: 'http://platen.test' },
    {},
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://evil.example', 'Content-Type': 'text/plain' },
    { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
  ] as Record<string, string>[])('is refused: %j', async (headers) => {
    const visitor = owner.visitor.copy();
    const response = await signOut(visitor, headers);
    const { error } = await response.json<{ error: { code: string } }>();
    expect([response.status, error.code]).toEqual([403, 'ORIGIN_REFUSED']);
    expect((await visitor.session()).person?.id).toBe(owner.personId);
  });

  test.each([{ Origin: ORIGIN }, { 'Sec-Fetch-Site': 'same-origin' }] as Record<string, string>[])(
    'is not one that says %j',
    async (headers) => {
      expect((await signOut(await signedIn(owner), headers)).status).toBe(200);
    },
  );

  variation('is not one from the origin that the installation says is its own', async () => {
    const visitor = new Visitor({ ...env, PUBLIC_URL: 'https://pdf.example.com/' });
    expect((await signOut(visitor, { Origin: 'https://pdf.example.com' })).status).toBe(200);
    expect((await signOut(visitor, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('passkeys', () => {
  test('are made by somebody who is signed in, for the host of the page', async () => {
    const { data, headers } = await owner.visitor.get('/auth/passkey/generate-register-options');
    expect(data).toMatchObject({
      rp: { id: 'platen.test', name: 'Platen' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/passkey_challenge=.*; HttpOnly/)]);
    const refused = await new Visitor().get('/auth/passkey/generate-register-options');
    expect(refused.code).toBe('NOT_SIGNED_IN');
  });

  variation('are for the host that the installation says is its own, where it says so', async () => {
    const visitor = new Visitor({ ...env, PUBLIC_URL: 'https://pdf.example.com' });
    const { data } = await visitor.get('/auth/passkey/generate-authenticate-options');
    expect(data).toMatchObject({ rpId: 'pdf.example.com' });
  });

  test('are asked for without saying whose there are', async () => {
    const { data } = await new Visitor().get('/auth/passkey/generate-authenticate-options');
    expect(data).toMatchObject({ rpId: 'platen.test', userVerification: 'required' });
    expect(data).not.toHaveProperty('allowCredentials');
  });

  test('that are unknown, or answer no challenge, sign nobody in', async () => {
    const visitor = new Visitor();
    const response = { id: 'unknown', rawId: 'unknown', type: 'public-key', response: {} };
    const without = await visitor.post('/auth/passkey/verify-authentication', { response });
    expect([without.status, without.code]).toEqual([400, 'VALIDATION_ERROR']);
    await visitor.get('/auth/passkey/generate-authenticate-options');
    const unknown = await visitor.post('/auth/passkey/verify-authentication', { response });
    expect([unknown.status, unknown.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await visitor.session()).person).toBeNull();
  });

  variation('are not registered by what is none', async () => {
    await owner.visitor.get('/auth/passkey/generate-register-options');
    const response = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30' } };
    const refused = await owner.visitor.post('/auth/passkey/verify-registration', { response, name: 'Mine' });
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await owner.visitor.get('/auth/passkey/list-user-passkeys')).data).toEqual({ passkeys: [] });
  });

  test('are registered in a session of today only', async () => {
    const person = await invited(owner, 'member');
    await env.DB.prepare('UPDATE sessions SET created_at = created_at - 86400000 WHERE person_id = ?')
      .bind(person.personId)
      .run();
    const { status, code } = await person.visitor.get('/auth/passkey/generate-register-options');
    expect([status, code]).toEqual([403, 'SESSION_NOT_FRESH']);
  });

  test('are renamed and deleted by their owner alone', async () => {
    await env.DB.prepare(
      `INSERT INTO passkeys (id, person_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
       VALUES ('pk1', ?, 'Old', 'x', 'c1', 0, 'singleDevice', 0, 0)`,
    )
      .bind(owner.personId)
      .run();
    const { visitor: stranger } = await invited(owner, 'member');
    const rename = { id: 'pk1', name: 'Mine now' };
    expect((await stranger.post('/auth/passkey/update-passkey', rename)).code).toBe('NOT_FOUND');
    expect((await stranger.post('/auth/passkey/delete-passkey', { id: 'pk1' })).code).toBe('NOT_FOUND');
    const renamed = await owner.visitor.post('/auth/passkey/update-passkey', { id: 'pk1', name: 'Phone' });
    expect(renamed.data).toMatchObject({ id: 'pk1', name: 'Phone', createdAt: '1970-01-01T00:00:00.000Z' });
    const deleted = await owner.visitor.post('/auth/passkey/delete-passkey', { id: 'pk1' });
    expect(deleted.data).toEqual({ deleted: true });
  });
});
