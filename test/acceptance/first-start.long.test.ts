import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** `npm start` in the clone, up to its greeting. */
async function start(): Promise<{ child: ChildProcess; url: string; errors: () => string }> {
  const child = spawn(process.execPath, ['scripts/start.ts', '--port', '0'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const [output, errors]: [string[], string[]] = [[], []];
  child.stderr.on('data', (text) => errors.push(String(text)));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout.on('data', (text) => {
    output.push(String(text));
    const address = /Platen runs at (\S+)\. /.exec(output.join(''))?.[1];
    if (address !== undefined) resolve(address);
  });
  child.once('exit', () => reject(new Error(errors.join(''))));
  return { child, url: await promise, errors: () => errors.join('') };
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

test('a request for the dashboard waits until the first start has built it', async () => {
  const { url } = await start();
  await expectDashboard(url);
});

test('a start that was killed while it built the dashboard leaves nothing that the next one takes as finished', async () => {
  const { child } = await start();
  const lock = join(clone, 'dist/marks/dashboard.lock');
  await expect.poll(() => existsSync(lock) || existsSync(join(clone, 'public/dashboard'))).toBe(true);
  const pids = [child.pid ?? 0, ...descendants(child.pid ?? 0)];
  const exit = once(child, 'exit');
  signalAll(pids, 'SIGKILL');
  await exit;
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  const { url } = await start();
  await expectDashboard(url);
});

test('a build that fails is reported for a page and not for the API, and is tried again', async () => {
  const entry = join(clone, 'dashboard/main.tsx');
  const source = readFileSync(entry, 'utf8');
  appendFileSync(entry, '\nconst = broken;\n');
  const { url, errors } = await start();
  const page = await checkedFetch(`${url}/dashboard/`);
  expect(page.status).toBe(503);
  expect(await page.text()).toBe('The page cannot be served. The output of the service says why.');
  expect(errors()).toContain('main.tsx');
  expect((await checkedFetch(`${url}/healthz`)).status).toBe(200);
  writeFileSync(entry, source);
  await expectDashboard(url);
});
