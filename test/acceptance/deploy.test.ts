import { readdirSync } from 'node:fs';
import { unstable_readConfig } from 'wrangler';
import { expect, onTestFinished, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { CloudflareAccount } from '../support/cloudflare-account.ts';
import { useCommand } from '../support/project-command.ts';

const { run: deploy } = useCommand('scripts/deploy.ts');

async function openAccount(): Promise<CloudflareAccount> {
  const account = await CloudflareAccount.open();
  onTestFinished(() => account.close());
  return account;
}

const readConfig = (env?: string) => unstable_readConfig({ config: inProject('wrangler.toml'), env });

test('a dry run prints each step and needs no account', async () => {
  const { code, stdout } = await deploy(['--dry-run', '--env', 'staging']);
  expect(code).toBe(0);
  expect(stdout).toContain('npx wrangler d1 create platen-staging');
  expect(stdout).toContain('npx wrangler queues create platen-staging-batches');
  expect(stdout).toContain('npx wrangler d1 migrations apply DB --remote --env staging');
  expect(stdout).toContain('npx wrangler deploy --env staging --containers-rollout=none');
});

/** Each run starts Wrangler ten times. */
const RUNS = Number(process.env.DEPLOYMENTS ?? '1');

test('a deployment creates what is missing, and nothing twice', { timeout: RUNS * 600_000 }, async () => {
  const account = await openAccount();
  // What an earlier deployment left that stopped in the middle.
  account.buckets.add('platen-production-files');
  account.queues.set('platen-production-copies', { id: crypto.randomUUID(), consumers: [] });
  let secrets: ReadonlyMap<string, string> | undefined;
  for (let existing = 2, number = 0; number < RUNS; number += 1, existing = 6) {
    const { code, stdout, stderr } = await deploy([], account.environment);
    expect(code, stderr).toBe(0);
    expect(stdout.match(/: exists/g)).toHaveLength(existing);
    expect(stdout).toContain('npx wrangler secret put SETUP_TOKEN --env production');
    expectResources(account);
    const worker = account.workers.get('platen-production');
    const { bindings = [] } = worker?.versions.at(-1) ?? {};
    const address = 'https://platen-production.example.workers.dev';
    expect(bindings).toContainEqual(expect.objectContaining({ name: 'PUBLIC_URL', text: address }));
    expect(stdout).toContain(`deployed at ${address}`);
    expect([...(worker?.secrets.keys() ?? [])]).toEqual(['SIGNING_SECRET', 'CREDENTIALS_KEY']);
    for (const secret of worker?.secrets.values() ?? []) expect(stdout + stderr).not.toContain(secret);
    expect(worker?.secrets).toEqual(secrets ?? worker?.secrets);
    secrets = new Map(worker?.secrets);
  }
});

function expectResources({ databases, buckets, queues }: CloudflareAccount): void {
  expect(buckets).toEqual(new Set(['platen-production-files', 'platen-production-templates']));
  const applied = databases.get('platen-production')?.sql.prepare('SELECT name FROM d1_migrations').all();
  expect(applied?.map(({ name }) => name)).toEqual(MIGRATIONS);
  expect([...queues].map(([name, { consumers }]) => [name, consumers])).toEqual([
    ['platen-production-copies', [consumer({ batch_size: 5, max_wait_time_ms: 1_000 })]],
    ['platen-production-jobs', [consumer({ batch_size: 5, max_wait_time_ms: 0 })]],
    ['platen-production-batches', [consumer({ batch_size: 1, max_wait_time_ms: 0 })]],
  ]);
}

const MIGRATIONS = readdirSync(inProject('schema/tables/migrations')).filter((name) => name.endsWith('.sql'));

const consumer = (settings: object) => ({
  type: 'worker',
  script_name: 'platen-production',
  settings: { ...settings, max_retries: 3 },
});

test('a step that fails ends the command with the reason', async () => {
  const account = await openAccount();
  account.isLocked = true;
  const { code, stderr } = await deploy([], account.environment);
  expect(code).toBe(1);
  expect(stderr).toContain('Authentication error');
  expect(stderr).toContain('Run the command again');
});

test.each([
  ['--url', 'http://pdf.example.com'],
  ['--environment', 'production'],
])('the arguments %s %s are refused', async (...args) => {
  const { code, stderr } = await deploy(args);
  expect(code).toBe(2);
  expect(stderr).toContain('Usage: npm run deploy');
});

/** An environment inherits no binding, so each has all of them, with resources of its own. */
function bindingsOf(env?: string) {
  const text = JSON.stringify(readConfig(env), (key, value: unknown) =>
    ['database_id', 'database_name', 'bucket_name', 'name'].includes(key) ? undefined : value,
  );
  const prefix = env === undefined ? 'platen' : `platen-${env}`;
  const config = JSON.parse(text.replaceAll(`"${prefix}-`, '"')) as Record<string, unknown>;
  const kinds = [
    'd1_databases',
    'r2_buckets',
    'queues',
    'durable_objects',
    'containers',
    'browser',
    'assets',
  ];
  return kinds.map((kind) => [kind, config[kind]]);
}

test.each(['staging', 'production'])('%s has the bindings that the local service has', (environment) => {
  expect(bindingsOf(environment)).toEqual(bindingsOf());
});
