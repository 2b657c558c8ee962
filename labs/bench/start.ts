import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inProject } from '../../scripts/project.ts';
import { descendants } from '../../scripts/local/process-tree.ts';
import { openClient, withService } from './client.ts';
import { median, perSecond, table, target } from './measure.ts';
import { measurePeaksMb, memoryGauge } from './peaks.ts';
import { WORKLOADS } from './workloads.ts';

const WARM_STARTS = 5;
const [WARM_START_S, FIRST_START_S, DEMO_S] = [4, 8, 10];
const [CLIENTS, PDFS, MEMORY_MB] = [8, 400, 1_000];

/** Measures the time of a start, and the memory of the service under load. */
export async function benchStart(): Promise<string> {
  const starts: number[] = [];
  for (let start = 0; start <= WARM_STARTS; start += 1) starts.push(await startSeconds());
  // The first builds what has changed.
  const warm = median(starts.slice(1));
  const first = await firstStartSeconds();
  const demo = await demoSeconds();
  const memory = await peakMemoryMb();
  return `## Start and memory

Start: until the first PDF, with everything built. First start: \`npm start\` in a fresh checkout after \`npm ci\`, with
nothing built. Demo: \`npm run demo\` in such a checkout. Memory: \`RssAnon\` of all processes of the service, also Chromium's, at ${CLIENTS} clients and ${PDFS} invoices.

${table([
  ['What', 'Measured', 'Target'],
  ['start, s', warm.toFixed(1), target(warm, { atMost: WARM_START_S })],
  ['first start, s', first.toFixed(1), target(first, { atMost: FIRST_START_S })],
  ['demo, s', demo.toFixed(1), target(demo, { atMost: DEMO_S })],
  ['memory, MB', memory.toFixed(0), target(memory, { atMost: MEMORY_MB })],
])}`;
}

async function startSeconds(): Promise<number> {
  const started = performance.now();
  return withService({}, async (service) => {
    const client = await openClient(service, WORKLOADS.W1);
    await client.generate();
    return (performance.now() - started) / 1_000;
  });
}

const demoSeconds = (): Promise<number> =>
  inFreshCheckout(async (checkout) => {
    const started = performance.now();
    const demo = spawn(process.execPath, ['scripts/demo.ts'], { cwd: checkout, stdio: 'ignore' });
    const [code] = await once(demo, 'exit');
    if (code !== 0) throw new Error(`The demo failed with exit code ${code}.`);
    return (performance.now() - started) / 1_000;
  });

/** `npm start` with nothing built, until it has answered a request for a PDF. */
const firstStartSeconds = (): Promise<number> =>
  inFreshCheckout(async (checkout) => {
    const started = performance.now();
    const service = spawn(process.execPath, ['scripts/start.ts', '--port', '0'], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(service, 'exit');
    try {
      const { url, key } = await readWelcome(service.stdout);
      const response = await fetch(`${url}/v1/pdf/generate`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ htmlContent: WORKLOADS.W1.html }),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return (performance.now() - started) / 1_000;
    } finally {
      service.kill('SIGINT');
      await exit;
    }
  });

/** Reads the text that the service prints when it is ready. The log that follows is read too, so that it does not fill the pipe. */
const readWelcome = (output: Readable): Promise<{ url: string; key: string }> =>
  new Promise((resolve, reject) => {
    let printed = '';
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, url] = /Platen runs at (\S+)\. /.exec(printed) ?? [];
      const [, key] = /X-API-Key: (\w+)'/.exec(printed) ?? [];
      if (url !== undefined && key !== undefined) resolve({ url, key });
    });
    output.once('end', () => reject(new Error(`npm start ended:\n${printed}`)));
  });

/** A copy has no build results. It shares `node_modules`. */
async function inFreshCheckout<Result>(work: (checkout: string) => Promise<Result>): Promise<Result> {
  const checkout = await mkdtemp(join(tmpdir(), 'platen-checkout-'));
  try {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: inProject(), encoding: 'utf8' });
    for (const file of files.split('\0')) {
      if (file !== '' && existsSync(inProject(file))) await cp(inProject(file), join(checkout, file));
    }
    await symlink(inProject('node_modules'), join(checkout, 'node_modules'));
    return await work(checkout);
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
}

const peakMemoryMb = (): Promise<number> =>
  withService({}, async (service) => {
    const client = await openClient(service, WORKLOADS.W1);
    const gauge = memoryGauge(() => [service.pid, ...descendants(service.pid)]);
    const peaks = await measurePeaksMb({ all: gauge }, () => perSecond(CLIENTS, PDFS, client.generate));
    return peaks.all;
  });
