import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { CloudflareAccount } from '../support/cloudflare-account.ts';
import { useCommand } from '../support/project-command.ts';
import { listShapes } from '../support/request-shape.ts';

const { run: deploy } = useCommand('scripts/deploy.ts');

/**
 * The requests of Wrangler, each once, with the fields of their bodies. They are those of the version in package.json: a new
 * version that asks for something else fails the test. Then compare `CloudflareAccount` with Cloudflare's API, and record again:
 * `npm run tool -- record-deployment`.
 */
const RECORDING = inProject('test/acceptance/recordings/wrangler-deploy.json');

/** Each run starts Wrangler ten times. */
const RUNS = Number(process.env.DEPLOYMENTS ?? '1');

test('a deployment creates what is missing, and nothing twice', { timeout: RUNS * 600_000 }, async () => {
  const account = await CloudflareAccount.open();
  onTestFinished(() => account.close());
  // What an earlier deployment left that stopped in the middle.
  account.buckets.add('platen-production-files');
  account.queues.set('platen-production-copies', { id: crypto.randomUUID(), consumers: [] });
  let secrets: ReadonlyMap<string, string> | undefined;
  let recording: string | undefined;
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
    // Cloudflare's own export of traces: off in production, as docs/observability.md says.
    expect(worker?.versions.at(-1)?.observability).toMatchObject({
      enabled: true,
      traces: { enabled: false },
    });
    expect(stdout).toContain(`deployed at ${address}`);
    expect([...(worker?.secrets.keys() ?? [])]).toEqual(['SIGNING_SECRET', 'CREDENTIALS_KEY']);
    for (const secret of worker?.secrets.values() ?? []) expect(stdout + stderr).not.toContain(secret);
    expect(worker?.secrets).toEqual(secrets ?? worker?.secrets);
    secrets = new Map(worker?.secrets);
    // Those of the first run: how many follow is a choice.
    recording ??= `${JSON.stringify(listShapes(account.shapes), null, 2)}\n`;
  }
  await expect(recording).toMatchFileSnapshot(RECORDING);
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
  consumer_id: expect.any(String),
  script_name: 'platen-production',
  settings: { ...settings, max_retries: 3 },
});
