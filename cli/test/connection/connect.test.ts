import { expect, test } from 'vitest';
import { runCommand } from '../support/recorded-io.ts';

const login = (url: string) =>
  runCommand(['login', '--url', url], {
    env: { PLATEN_API_KEY: `pk_live_${'x'.repeat(32)}`, HOME: '/nowhere' },
  });

test('a key is not sent over the internet without encryption', async () => {
  const { exitCode, err } = await login('http://pdf.example.com');
  expect(err).toContain('http://pdf.example.com has no encryption');
  expect(exitCode).toBe(1);
});

test.for(['http://127.0.0.1:9', 'http://[::1]:9'])('%s is this machine', async (url) => {
  expect((await login(url)).err).not.toContain('encryption');
});
