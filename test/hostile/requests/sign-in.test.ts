import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshAddress } from '../../support/client-address.ts';
import { send, serviceUrl } from '../../support/service-client.ts';

const PASSWORD = 'correct horse battery';

/** More than an account allows from one address. */
const GUESSES = 12;

const post = (path: string, body: object, address: Record<string, string>) =>
  send(`/console${path}`, {
    method: 'POST',
    headers: { ...address, 'Content-Type': 'application/json', Origin: serviceUrl() },
    body: JSON.stringify(body),
  });

test('a person who knows an email address cannot keep its owner out', async () => {
  const email = `owner-${randomUUID()}@example.com`;
  const owner = { name: 'Olga Owner', email, password: PASSWORD, workspaceName: 'First' };
  expect((await post('/setup', owner, freshAddress())).status).toBe(201);
  const attacker = freshAddress();
  const signIn = (password: string, address: Record<string, string>) =>
    post('/auth/sign-in/email', { email, password }, address);
  const guesses = Array.from({ length: GUESSES }, () => signIn('wrong horse battery', attacker));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await signIn(PASSWORD, attacker)).status).toBe(429);
  expect((await signIn(PASSWORD, freshAddress())).status).toBe(200);
});
