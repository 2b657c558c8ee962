import { beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../support/authenticator.ts';
import { migrate } from '../../support/service.ts';
import { type Insider, setUpOwner, Visitor } from '../../support/visitor.ts';

let owner: Insider;
let device: Authenticator;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  device = await Authenticator.registeredBy(owner.personId);
});

async function challengeOf(visitor: Visitor): Promise<string> {
  const { data } = await visitor.get('/auth/passkey/generate-authenticate-options');
  return String(data.challenge);
}

const send = (visitor: Visitor, response: unknown) =>
  visitor.post('/auth/passkey/verify-authentication', { response });

describe('an answer to a challenge', () => {
  test('signs in the person of the passkey', async () => {
    const visitor = new Visitor();
    const answered = await send(visitor, await device.answer(await challengeOf(visitor)));
    expect([answered.status, answered.code]).toEqual([200, null]);
    expect((await visitor.session()).person?.id).toBe(owner.personId);
  });

  test('signs in once, however often it is sent', async () => {
    const visitor = new Visitor();
    const response = await device.answer(await challengeOf(visitor));
    const copies = Array.from({ length: 5 }, () => visitor.copy());
    const answers = await Promise.all(copies.map((copy) => send(copy, response)));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '401', '401', '401', '401']);
    expect((await send(visitor.copy(), response)).code).toBe('INVALID_CREDENTIALS');
  });

  test('counts only with the cookie of its challenge', async () => {
    const [visitor, other] = [new Visitor(), new Visitor()];
    const response = await device.answer(await challengeOf(visitor));
    expect((await send(new Visitor(), response)).code).toBe('VALIDATION_ERROR');
    await challengeOf(other);
    expect((await send(other, response)).code).toBe('INVALID_CREDENTIALS');
    expect((await send(visitor, response)).status).toBe(200);
  });

  test('does not register a passkey', async () => {
    const visitor = owner.visitor.copy();
    const response = await device.answer(await challengeOf(visitor));
    const refused = await visitor.post('/auth/passkey/verify-registration', { response, name: 'Mine' });
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
