import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { parseMetrics } from '../support/metrics-text.ts';
import { hasPromtool, problemsOfPromtool } from '../support/promtool.ts';
import { operator, send, Tenant } from '../support/service-client.ts';

/** `parseMetrics` holds the text to the format. `promtool`, where it is installed, is a second opinion. */
function expectValid(text: string): void {
  expect(parseMetrics(text, 'text').size).toBeGreaterThan(10);
  if (hasPromtool()) expect(problemsOfPromtool(['check', 'metrics'], text)).toEqual([]);
}

test('npm run tool -- metrics prints valid metrics of the whole service', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [inProject('scripts/tools/metrics.ts')], {
    env: { ...process.env, PLATEN_URL: inject('serviceUrl') },
  });
  expect(stdout).toContain('platen_workspaces{plan="free"}');
  expectValid(stdout);
});

test('a key with the permission reads valid metrics of its workspace', async () => {
  const { workspaceId } = await Tenant.create({ plan: 'starter' });
  const { key } = await operator().createKey({
    workspaceId,
    name: 'metrics',
    environment: 'live',
    permissions: ['metrics.read'],
  });
  const { status, text } = await send('/v1/metrics', { headers: { 'X-API-Key': key } });
  expect(status).toBe(200);
  expect(text).toContain('platen_credits_remaining');
  expectValid(text);
});
