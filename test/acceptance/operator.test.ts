import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { expectGenerated, expectRefusal, HELLO, send, Tenant } from '../support/service-client.ts';
import '../support/stores/access.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The output as JSON; null if it is not JSON. */
  readonly json: Record<string, unknown> | null;
}

function parseOrNull(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type CommandOptions = Readonly<Record<string, string>>;

/** Runs the operator's command against the started service: `platen('key revoke', { id })`. */
function platen(command: string, options: CommandOptions = {}, env: CommandOptions = {}): Promise<Run> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [inProject('scripts/operator.ts'), ...command.split(' ').filter(Boolean), ...flags],
      { env: { ...process.env, PLATEN_URL: inject('serviceUrl'), ...env } },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : Number(error.code);
        resolve({ exitCode, stdout, stderr, json: parseOrNull(stdout) });
      },
    );
  });
}

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-operator-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the operator command', () => {
  test('creates a workspace, a key and a template that print a PDF', async () => {
    const file = join(directory, 'letter.hbs');
    const settings = join(directory, 'settings.json');
    await writeFile(file, '<p>Dear {{name}}</p>');
    await writeFile(settings, '{"format":"A5","outputName":"letter-{{name}}"}');

    const made = await platen('workspace create', { name: 'Acme', plan: 'starter' });
    expect(made).toMatchObject({ exitCode: 0, stderr: '', json: { name: 'Acme', plan: 'starter' } });
    const workspace = String(made.json?.id);

    const key = await platen('key create', {
      workspace,
      name: 'ci',
      environment: 'live',
      permissions: 'pdf.generate,pdf.read',
      expires: '2099-01-01T00:00:00Z',
    });
    expect(key).toMatchObject({
      exitCode: 0,
      json: { key: expect.stringMatching(/^pk_live_[A-Za-z0-9]{32}$/) },
    });

    const put = await platen('template put', { workspace, name: 'letter', file, settings });
    expect(put.exitCode).toBe(0);
    expect(put.json).toEqual({ id: expect.any(String), name: 'letter', version: 1 });

    const tenant = new Tenant(workspace, String(key.json?.id), String(key.json?.key));
    const body = { templateId: put.json?.id, templateData: { name: 'Ada' } };
    expect(expectGenerated(await tenant.generate(body)).data.filename).toBe('letter-Ada.pdf');

    const revoked = await platen('key revoke', { id: tenant.keyId });
    expect(revoked).toMatchObject({ exitCode: 0, json: { id: tenant.keyId, status: 'Revoked' } });
    expectRefusal(await tenant.generate(body), 'API_KEY_REVOKED');
  });

  test('sets the plan, the used quota and the bought credits', async () => {
    const tenant = await Tenant.create();
    const id = tenant.workspaceId;
    const set = await platen('workspace set', { id, plan: 'growth', 'quota-used': '99', credits: '10' });
    expect(set.json).toMatchObject({ id, plan: 'growth', quotaUsed: 99, quotaLimit: 10_000, credits: 10 });
    expect(expectGenerated(await tenant.generate(HELLO)).usage).toEqual({
      remaining: 10_000 - 100 + 10,
      quotaUsed: 100,
      quotaLimit: 10_000,
    });
  });

  variation('exports the ledger of a workspace into a file', async () => {
    const { json } = await platen('workspace create', { name: 'Exported' });
    const id = String(json?.id);
    await platen('workspace set', { id, credits: '7' });
    const file = join(directory, 'ledger.ndjson');
    const exported = await platen('ledger export', { workspace: id, to: file });
    expect(exported.json, exported.stderr).toMatchObject({ id, rows: expect.any(Number) });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { workspaceId: id },
      { table: 'account', values: { credits: 7 } },
      ...Array.from({ length: Number(exported.json?.rows) - 1 }, () => ({ table: expect.any(String) })),
      { rows: exported.json?.rows },
    ]);
  });

  test('deletes a workspace', async () => {
    const tenant = await Tenant.create();
    const gone = await platen('workspace delete', { id: tenant.workspaceId });
    expect(gone).toMatchObject({ exitCode: 0, json: { id: tenant.workspaceId } });
    expectRefusal(await tenant.generate(HELLO), 'WORKSPACE_NOT_FOUND');
  });

  test.each(
    typical(
      [
        ['an unknown workspace', 'workspace set', { id: 'none', credits: '1' }, 'WORKSPACE_NOT_FOUND'],
        ['an unknown key', 'key revoke', { id: 'none' }, 'KEY_NOT_FOUND'],
        ['an unknown plan', 'workspace create', { name: 'X', plan: 'gold' }, 'VALIDATION_ERROR'],
      ],
      1,
    ),
  )('prints the error body and exits 1 for %s', LONG, async (_, command, options, code) => {
    const run = await platen(command, options);
    expect(run).toMatchObject({ exitCode: 1, json: { error: { code, message: expect.any(String) } } });
  });

  test.each<CommandOptions>(
    typical<CommandOptions>(
      [
        {
          provider: 's3',
          endpoint: 'http://127.0.0.1:9',
          region: 'auto',
          'access-key-id': 'A',
          'secret-access-key': 'S',
        },
        { provider: 'supabase', url: 'http://127.0.0.1:9', 'service-key': 'K' },
      ],
      1,
    ),
  )('tests a new $provider target, and is refused if the store does not answer', LONG, async (options) => {
    const { workspaceId } = await Tenant.create();
    const run = await platen('target add', {
      workspace: workspaceId,
      name: 'archive',
      bucket: 'b',
      ...options,
    });
    expect(run).toMatchObject({ exitCode: 1, json: { error: { code: 'TARGET_REJECTED' } } });
  });

  test('adds, lists, orders, re-encrypts and removes external storage', async () => {
    const { workspaceId: workspace } = await Tenant.create();
    const { endpoint, accessKeyId, secretAccessKey } = inject('s3');
    const add = (name: string) =>
      platen('target add', {
        workspace,
        provider: 's3',
        name,
        bucket: 'pdfs',
        endpoint,
        region: 'auto',
        'access-key-id': accessKeyId,
        'secret-access-key': secretAccessKey,
        'key-prefix': `of/${workspace}`,
      });
    const first = await add('first');
    expect(first).toMatchObject({ exitCode: 0, json: { name: 'first', keyPrefix: `of/${workspace}` } });
    expect(first.stdout).not.toContain(secretAccessKey);
    const ids = [String((await add('second')).json?.id), String(first.json?.id)];
    expect(await platen('target order', { workspace, ids: ids.join(',') })).toMatchObject({ exitCode: 0 });
    expect((await platen('target list', { workspace })).json).toMatchObject({
      targets: [{ name: 'second' }, { name: 'first' }],
    });
    expect((await platen('target reencrypt')).json).toMatchObject({ reencrypted: 0, unreadable: [] });
    for (const id of ids) expect(await platen('target remove', { id })).toMatchObject({ exitCode: 0 });
    expect((await platen('target list', { workspace })).json).toEqual({ targets: [] });
  });

  test.each(
    typical(
      [
        ['', {}],
        ['workspace', {}],
        ['workspace rename', {}],
        ['workspace create', {}],
        ['workspace create', { name: 'X', colour: 'red' }],
        ['workspace set', { id: 'X', credits: 'many' }],
        ['template put', { workspace: 'X', name: 'Y', file: '/nowhere/at/all.hbs' }],
        ['target add', { workspace: 'X', name: 'Y', bucket: 'B', provider: 'ftp' }],
      ],
      1,
    ),
  )('explains itself and exits 2 when it is called wrongly: %j %j', LONG, async (command, options) => {
    const run = await platen(command, options);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('Usage:');
  });

  variation('reports that no service answers', async () => {
    const run = await platen('workspace create', { name: 'X' }, { PLATEN_URL: 'http://127.0.0.1:9' });
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('http://127.0.0.1:9');
  });

  variation('is refused with another token', async () => {
    const run = await platen('workspace create', { name: 'X' }, { PLATEN_OPERATOR_TOKEN: 'guess' });
    expect(run).toMatchObject({ exitCode: 1, json: { error: { code: 'INVALID_OPERATOR_TOKEN' } } });
  });
});

describe('the routes of the operator', () => {
  test.each([
    ['POST', '/operator/workspaces'],
    ['PATCH', '/operator/workspaces/x'],
    ['DELETE', '/operator/workspaces/x'],
    ['POST', '/operator/keys'],
    ['POST', '/operator/keys/x/revoke'],
    ['PUT', '/operator/templates'],
    ['POST', '/operator/targets'],
  ])('%s %s refuses a request without the token, and an API key', async (method, path) => {
    const { key } = await Tenant.create();
    const headers = { 'Content-Type': 'application/json' };
    const none = await send(path, { method, headers, body: '{}' });
    expectRefusal(none, 'INVALID_OPERATOR_TOKEN');
    const withKey = await send(path, {
      method,
      headers: { ...headers, Authorization: `Bearer ${key}` },
      body: '{}',
    });
    expectRefusal(withKey, 'INVALID_OPERATOR_TOKEN');
  });
});
