import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { descendants, isRunning, signalAll } from '../../scripts/local/process-tree.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { cloneProject } from '../support/clone-project.ts';

let clone: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'platen-first-start-'));
  // The Worker is built. The pages are not.
  cloneProject(clone, [
    'dist/worker',
    'dist/marks/worker',
    'dist/miniflare-options',
    'dist/marks/miniflare-options',
  ]);
});

afterEach(() => {
  const pid = running?.pid;
  if (pid !== undefined) signalAll([...descendants(pid), pid], 'SIGKILL');
  rmSync(clone, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function spawnStart(): { child: ChildProcess; errors: () => string } {
  const child = spawn(process.execPath, ['scripts/start.ts', '--port', '0'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const errors: string[] = [];
  child.stderr.on('data', (text) => errors.push(String(text)));
  return { child, errors: () => errors.join('') };
}

/** `npm start` in the clone, up to its greeting. */
async function start(): Promise<string> {
  const { child, errors } = spawnStart();
  const output: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', (text) => {
    output.push(String(text));
    const address = /Platen runs at (\S+)\. /.exec(output.join(''))?.[1];
    if (address !== undefined) resolve(address);
  });
  child.once('exit', () => reject(new Error(errors())));
  return promise;
}

async function expectDashboard(url: string): Promise<void> {
  const page = await checkedFetch(`${url}/dashboard/`);
  expect(page.status).toBe(200);
  const [, script = 'no script'] = /src="([^"]+\.js)"/.exec(await page.text()) ?? [];
  const answer = await checkedFetch(new URL(script, url).href);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  const reference = await checkedFetch(`${url}/docs/vendor/scalar.js`);
  expect(reference.status).toBe(200);
  await Promise.all([answer.body?.cancel(), reference.body?.cancel()]);
}

test('the first start builds the dashboard', async () => {
  await expectDashboard(await start());
});

test('a start that was killed while it built the dashboard leaves nothing that the next one takes as finished', async () => {
  const { child } = spawnStart();
  await expect.poll(() => readdirSync(join(clone, 'dist/marks'))).toContain('dashboard.lock');
  const pids = [child.pid ?? 0, ...descendants(child.pid ?? 0)];
  const exit = once(child, 'exit');
  signalAll(pids, 'SIGKILL');
  await exit;
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  await expectDashboard(await start());
});

test('SIGTERM to npm ends the service and its browser', async () => {
  const npm = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running = npm;
  const output: string[] = [];
  npm.stdout.on('data', (text) => output.push(String(text)));
  await expect.poll(() => output.join('')).toContain('Platen runs at');
  const pids = descendants(npm.pid ?? 0);
  expect(pids.length).toBeGreaterThan(2);
  npm.kill('SIGTERM');
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test('a build that fails ends the start, and the next one tries again', async () => {
  const entry = join(clone, 'dashboard/main.tsx');
  const source = readFileSync(entry, 'utf8');
  appendFileSync(entry, '\nconst = broken;\n');
  const { child, errors } = spawnStart();
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(errors()).toContain('main.tsx');
  writeFileSync(entry, source);
  await expectDashboard(await start());
});
