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
