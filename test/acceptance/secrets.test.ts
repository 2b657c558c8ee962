import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { CloudflareAccount } from '../support/cloudflare-account.ts';
import { newWorker } from '../support/cloudflare-answers.ts';
import { useCommand } from '../support/project-command.ts';
import { variation } from '../support/thorough.ts';

const { home, run: secrets } = useCommand('scripts/tools/secrets.ts');

/** An installation whose new token is in use, as its route says. */
async function openInstallation(inUse: string): Promise<string> {
  const state = { secret: 'OPERATOR_TOKEN', inUse, since: new Date().toISOString(), next: [], neededBy: [] };
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ secrets: [{ ...state, earlier: ['OPERATOR_TOKEN'] }] }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

variation(
  "an environment's token is changed: added to a file of the operator, then the earlier one is deleted",
  async () => {
    const account = await CloudflareAccount.open();
    onTestFinished(() => account.close());
    const names = new Map([
      ['OPERATOR_TOKEN', 'the-first-token-of-this-test'],
      ['SIGNING_SECRET', 'x'.repeat(32)],
    ]);
    account.workers.set('platen-production', { ...newWorker(), secrets: names });
    const file = join(home(), 'token');
    const rotate = ['rotate', 'OPERATOR_TOKEN', '--env', 'production', '--to', file];
    const dry = await secrets([...rotate, '--dry-run'], account.environment);
    expect(dry.stdout, dry.stderr).toContain('Nothing was changed');
    expect(names.size).toBe(2);

    const added = await secrets(rotate, account.environment);
    expect(added.code, added.stderr).toBe(0);
    const [, , name = ''] = [...names.keys()];
    expect(name).toMatch(/^OPERATOR_TOKEN_\d{8}T\d{4}$/);
    const token = (await readFile(file, 'utf8')).trim();
    expect(names.get(name)).toBe(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const value of names.values()) expect(added.stdout + added.stderr).not.toContain(value);

    const service = { PLATEN_URL: await openInstallation(name), PLATEN_OPERATOR_TOKEN: token };
    const finish = ['finish', 'OPERATOR_TOKEN', '--env', 'production'];
    const finished = await secrets(finish, { ...account.environment, ...service });
    expect(finished.code, finished.stderr).toBe(0);
    expect([...names.keys()]).toEqual(['SIGNING_SECRET', name]);
  },
);

test('the status of a service names its secrets and prints no value', async () => {
  const { code, stdout, stderr } = await secrets(['status'], { PLATEN_URL: inject('serviceUrl') });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^SIGNING_SECRET: \S+ is in use/m);
  const saved = await readFile(inProject('.dev.vars'), 'utf8');
  for (const [, value = ''] of saved.matchAll(/^(?:\w*(?:SECRET|KEY|TOKEN)\w*)="(.+)"$/gm)) {
    expect(stdout).not.toContain(value);
  }
});

test.each([
  [['rotate'], 'not complete'],
  [['rotate', 'SETUP_TOKEN'], 'not a secret that this command changes'],
  [['rotate', 'OPERATOR_TOKEN', '--env', 'production'], '--to is required'],
  [['delete', 'SIGNING_SECRET'], 'not complete'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await secrets(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
