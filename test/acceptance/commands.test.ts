import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandLine, descendants, isRunning } from '../../scripts/local/process-tree.ts';
import { inProject } from '../../scripts/project.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { inspectPdf } from '../support/pdf.ts';
import { variation } from '../support/thorough.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-commands-'));
});
afterEach(() => vi.unstubAllEnvs());
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs a script in the test's directory, as a user does. */
function script(name: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [inProject('scripts', name), ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Replaces the program that opens a browser by one that writes the address into the test's directory. */
async function standInForBrowser(): Promise<void> {
  const program = join(directory, process.platform === 'darwin' ? 'open' : 'xdg-open');
  await writeFile(program, `#!/bin/sh\nprintf '%s' "$1" > '${join(directory, 'opened')}'\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env.PATH}`);
}

/** Reads the output of a script up to the line that matches, or to its end. */
async function readOutput(child: ChildProcess, until?: RegExp): Promise<string> {
  const lines: string[] = [];
  if (child.stderr) createInterface(child.stderr).on('line', (line) => lines.push(`stderr: ${line}`));
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (until?.test(line)) break;
    }
  }
  return lines.join('\n');
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}

describe('npm run demo', () => {
  test('writes an invoice and prints its path, pages, size and time', async () => {
    const output = await readOutput(script('demo.ts'));
    const path = join(directory, 'invoice.pdf');
    const bytes = await readFile(path);
    expect(output).toContain(`${path}: 1 page, ${bytes.length} bytes, `);
    expect(output).toMatch(/, \d+ ms$/);
    expect(output).not.toContain('stderr:');
    const pdf = await inspectPdf(bytes);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.text).toContain('PL-2026-0417');
    expect(pdf.text).toContain('€25,097.10');
  });
});

const CURL_OF_HTML = /^curl .*\/v1\/pdf\/generate.*-d '\{"htmlContent".*$/m;

/** Runs `npm start` with this test's state directory, up to the end of its greeting. */
async function startService(...options: string[]): Promise<{ child: ChildProcess; output: string }> {
  const child = script('start.ts', '--port', '0', '--persist-to', join(directory, 'state'), ...options);
  return { child, output: await readOutput(child, /One line for each request follows/) };
}

/**
 * Sends the request of the greeting's curl line and returns the answer. A shell splits the line into arguments; the test
 * sends the request itself, because a minimal machine has no curl.
 */
async function runCurlLine(output: string): Promise<unknown> {
  const [command = 'false'] = CURL_OF_HTML.exec(output) ?? [];
  const shell = spawn('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { positionals, values } = parseArgs({
    args: (await readOutput(shell)).split('\n'),
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      'show-error': { type: 'boolean', short: 'S' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
    },
  });
  const headers = values.header.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const response = await checkedFetch(positionals[0] ?? '', {
    method: 'POST',
    headers,
    body: values.data ?? '',
  });
  return response.json();
}

const findKey = (output: string): string | undefined => /pk_live_[A-Za-z0-9]{32}/.exec(output)?.[0];

describe('npm start', () => {
  test('prints a key and a working curl line, stops every process that it started, and is the same after a restart', async () => {
    await standInForBrowser();
    const first = await startService('--open');
    expect(first.output).not.toContain('stderr:');
    const dashboard = /http:\/\/localhost:\d+\/dashboard\/setup#token=\S+/.exec(first.output)?.[0];
    await expect.poll(() => readFile(join(directory, 'opened'), 'utf8').catch(() => '')).toBe(dashboard);
    expect(first.output).toMatch(/^ {2}API reference {2}http:\S+\/docs$/m);
    expect(await runCurlLine(first.output)).toMatchObject({ success: true, usage: { quotaUsed: 1 } });
    await end(first.child);

    const second = await startService();
    expect(findKey(second.output)).toBe(findKey(first.output));
    expect(await runCurlLine(second.output)).toMatchObject({ success: true, usage: { quotaUsed: 2 } });
    // When it is interrupted, it stops every process that it started.
    const pids = descendants(second.child.pid ?? 0);
    expect(pids.map(commandLine).join('\n')).toMatch(/workerd serve[^]*--type=renderer/);
    await end(second.child);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  variation('ends with its renderer, and says so, when the process of the service ends', async () => {
    const { child } = await startService();
    const exit = once(child, 'exit');
    const errors: string[] = [];
    child.stderr?.on('data', (text) => errors.push(String(text)));
    const pids = descendants(child.pid ?? 0);
    const inner = pids.find((pid) => commandLine(pid).includes('service-process.ts'));
    if (inner === undefined) throw new Error('The service has no process');
    process.kill(inner, 'SIGKILL');
    expect(await exit).toEqual([1, null]);
    expect(errors.join('')).toContain('The service has ended by itself (signal SIGKILL). Start it again.');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  variation('reports that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const child = script('start.ts', '--port', String(port), '--persist-to', join(directory, 'state'));
    const exit = once(child, 'exit');
    expect(await readOutput(child)).toMatch(new RegExp(`^stderr: Port ${port} is taken: .*--port\\.$`, 'm'));
    expect(await exit).toEqual([1, null]);
    other.close();
  });
});
