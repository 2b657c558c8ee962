import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { CloudflareAccount } from '../support/cloudflare-account.ts';
import { useCommand } from '../support/project-command.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const { run: deploy, home } = useCommand('scripts/deploy.ts');
const { run: wrangler } = useCommand('node_modules/wrangler/bin/wrangler.js');

afterEach(() => void vi.restoreAllMocks());

async function openAccount(): Promise<CloudflareAccount> {
  const account = await CloudflareAccount.open();
  onTestFinished(() => account.close());
  return account;
}

const readConfig = (env?: string) => unstable_readConfig({ config: inProject('wrangler.toml'), env });

test('a dry run prints each step and asks no account', async () => {
  const account = await openAccount();
  const { code, stdout } = await deploy(['--dry-run', '--env', 'staging'], account.environment);
  expect(code).toBe(0);
  expect(account.shapes).toEqual([]);
  expect(stdout).toContain('npx wrangler d1 create platen-staging');
  expect(stdout).toContain('npx wrangler queues create platen-staging-batches');
  expect(stdout).toContain('npx wrangler d1 migrations apply DB --remote --env staging');
  expect(stdout).toContain('npx wrangler deploy --env staging --containers-rollout=none');
});

variation('without Docker, `wrangler deploy` itself names the option to pass', async () => {
  const options = { WRANGLER_DOCKER_BIN: '/no/such/docker', WRANGLER_SEND_METRICS: 'false' };
  const { code, stdout, stderr } = await wrangler(['deploy', '--dry-run'], options);
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toContain('npx wrangler deploy --env production --containers-rollout=none');
});

test('a step that fails ends the command with the reason', async () => {
  const account = await openAccount();
  account.isLocked = true;
  const { code, stderr } = await deploy([], account.environment);
  expect(code).toBe(1);
  expect(stderr).toContain('Authentication error');
  expect(stderr).toContain('Run the command again');
});

test.each(
  typical(
    [
      ['--url', 'http://pdf.example.com'],
      ['--environment', 'production'],
    ],
    1,
  ),
)('the arguments %s %s are refused', LONG, async (...args) => {
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

test.each([
  ['staging', { enabled: true, head_sampling_rate: 1 }],
  ['production', { enabled: false }],
])("in %s, Cloudflare's export of traces is as the documentation says", (environment, traces) => {
  const logs = { enabled: true, invocation_logs: false };
  expect(readConfig(environment).observability).toEqual({ enabled: true, logs, traces });
});

/** wrangler.toml with these lines in place of those that switch tracing off in production. */
function readWithTraces(lines: string) {
  const off = '[env.production.observability.traces]\nenabled = false';
  // The paths of images are those beside the file.
  const text = readFileSync(inProject('wrangler.toml'), 'utf8').replaceAll('"./', `"${inProject()}/`);
  expect(text).toContain(off);
  const config = join(home(), 'wrangler.toml');
  writeFileSync(config, text.replace(off, lines));
  return unstable_readConfig({ config, env: 'production' }).observability.traces;
}

test('Wrangler knows each field of the export of traces that docs/observability.md shows', () => {
  const page = readFileSync(inProject('docs/observability.md'), 'utf8').replaceAll(/^ {3}/gm, '');
  const [, block = ''] = /^```toml\n(\[env\.production\.observability\.traces\]\n.*?)^```/ms.exec(page) ?? [];
  const warn = vi.spyOn(console, 'warn');
  const traces = { enabled: true, destinations: ['my-collector'], head_sampling_rate: 0.1 };
  expect(readWithTraces(block)).toEqual(traces);
  // It warns of a field that it does not know.
  expect(warn).not.toHaveBeenCalled();
  expect(() => readWithTraces(block.replace('["my-collector"]', '1'))).toThrow('traces.destinations');
});

test.each(['staging', 'production'])('%s has the bindings that the local service has', (environment) => {
  expect(bindingsOf(environment)).toEqual(bindingsOf());
});
