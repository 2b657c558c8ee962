import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { batchAnswer, batchRowPage } from '../../schema/api/batches.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { commandLine, descendants, signalAll } from '../../scripts/local/process-tree.ts';
import { inProject } from '../../scripts/project.ts';
import { LEASE_MS } from '../../worker/objects/lease.ts';
import { type Dockerfile, readDockerfile } from '../container/support/dockerfile.ts';
import { exchange } from '../support/checked-fetch.ts';
import { spawnInImage } from '../support/in-image.ts';
import { inspectPdf } from '../support/pdf.ts';

// Tests the image of the whole service: its files in a folder, or with `npm run tool -- image` the built image.

const run = promisify(execFile);

/** In the image, root runs the steps. Only root may change the user. */
const USER = process.getuid?.() === 0 ? 10_001 : undefined;

/** The files of the built image. */
const { IMAGE_ROOT, IMAGE_BEFORE } = process.env;

const PUBLIC_URL = 'https://pdf.example.com';

let dockerfile: Dockerfile;
/** The parent of the folders of the image: its work directory and the state. */
let directory: string;
let running: ChildProcess | undefined;

const inImage = (...path: string[]): string => join(directory, 'platen', ...path);

async function fillImage(): Promise<void> {
  await run(process.execPath, [inProject('scripts/build.ts'), '--server'], { cwd: inProject() });
  for (const { sources, destination } of dockerfile.copies) {
    for (const source of sources) {
      const target = destination.endsWith('/') ? join(destination, basename(source)) : destination;
      await cp(inProject(source), inImage(target), { recursive: true });
    }
  }
  for (const folder of dockerfile.built) {
    await cp(inProject(folder), inImage(folder), { recursive: true });
  }
  const install = dockerfile.runs.find((step) => step.startsWith('npm ci')) ?? '';
  const [command = ''] = install.split('&&');
  await run('sh', ['-c', `${command} --prefer-offline --no-audit --no-fund`], { cwd: inImage() });
  await mkdir(inImage('.platen'), { mode: 0o700 });
  if (USER !== undefined) await chown(inImage('.platen'), USER, USER);
}

beforeAll(async () => {
  dockerfile = await readDockerfile('server/Dockerfile');
  directory = await mkdtemp(join(tmpdir(), 'platen-server-'));
  await chmod(directory, 0o755);
  const data = join(directory, 'data');
  await mkdir(data, { mode: 0o700 });
  if (USER !== undefined) await chown(data, USER, USER);
  if (IMAGE_ROOT === undefined) await fillImage();
});
afterAll(async () => {
  killAll();
  await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** The first one gets the signals. For an image, its parent is not of the image. */
function listPrograms(): number[] {
  const pid = running?.pid ?? 0;
  return [...(IMAGE_ROOT === undefined ? [pid] : []), ...descendants(pid)];
}

function killAll(): void {
  const pid = running?.pid;
  if (pid !== undefined) signalAll([...descendants(pid), pid], 'SIGKILL');
}

/** Ends the server, and waits until it has ended. */
async function end(signal: () => void): Promise<void> {
  if (running === undefined) throw new Error('No server runs.');
  const exit = once(running, 'exit');
  signal();
  await exit;
}

const readyLine = z.object({ event: z.literal('ready'), port: z.number() });
const setupLine = z.object({ event: z.literal('setup'), url: z.string() });

/** What the running server has printed as JSON. */
let printed: unknown[] = [];

interface Server {
  readonly url: string;
  readonly operator: Operator;
}

/** Where the server listens, and its folder of data. */
const SERVER_SETTINGS = { PUBLIC_URL, HOST: '127.0.0.1', PORT: '0' };

const spawnImage = (root: string): ChildProcess =>
  spawnInImage({
    root,
    data: join(directory, 'data'),
    workDirectory: '/platen',
    user: 10_001,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/home/platen',
      ...dockerfile.environment,
      ...SERVER_SETTINGS,
    },
    command: dockerfile.entrypoint,
  });

/** With the Chromium of this machine. */
async function spawnProgram(): Promise<ChildProcess> {
  const [program = ''] = dockerfile.entrypoint.slice(dockerfile.entrypoint.indexOf('node') + 1);
  const { executablePath } = await prepareLocalBrowser();
  return spawn(process.execPath, [program], {
    cwd: inImage(),
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(USER === undefined ? {} : { uid: USER, gid: USER }),
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      HOME: inImage('.platen'),
      ...dockerfile.environment,
      ...SERVER_SETTINGS,
      STATE_DIR: join(directory, 'data'),
      PLATEN_SECRETS: join(directory, 'data/secrets.env'),
      CHROME_PATH: executablePath,
    },
  });
}

/** Starts the program of the ENTRYPOINT as its user. */
async function start(root = IMAGE_ROOT): Promise<Server> {
  running = root === undefined ? await spawnProgram() : spawnImage(root);
  const { port } = await readReady(running);
  const secrets = parseEnv(await readFile(join(directory, 'data/secrets.env'), 'utf8'));
  const url = `http://127.0.0.1:${port}`;
  return { url, operator: new Operator(url, secrets.OPERATOR_TOKEN ?? '') };
}

/** Reads on after the line, because a full pipe would hold up the service. */
function readReady({ stdout }: ChildProcess): Promise<z.infer<typeof readyLine>> {
  if (stdout === null) throw new Error('The output is not a pipe.');
  const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof readyLine>>();
  printed = [];
  createInterface(stdout)
    .on('line', (line) => {
      printed.push(parseOrNull(line));
      const { success, data } = readyLine.safeParse(printed.at(-1));
      if (success) resolve(data);
    })
    .once('close', () => reject(new Error('The server ended before it was ready.')));
  return promise;
}

function parseOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function createKey({ operator }: Server): Promise<{ workspaceId: string; key: string }> {
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Own', plan: 'scale' });
  const permissions = ['pdf.generate', 'pdf.read'];
  const { key } = await operator.createKey({ workspaceId, name: 'ci', environment: 'live', permissions });
  return { workspaceId, key };
}

const send = ({ url }: Server, key: string, path: string, body?: string, type = 'application/json') =>
  exchange(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': type },
    ...(body === undefined ? {} : { body }),
  });

test('everything that is copied is sent to Docker', async () => {
  const ignored = (await readFile(inProject('.dockerignore'), 'utf8')).split('\n');
  for (const source of dockerfile.copies.flatMap(({ sources }) => sources)) {
    expect(ignored).toContain(`!${source.split('/')[0]}`);
  }
});

test('the server prints, not as root, from the installed files alone, and ends with SIGTERM', async () => {
  const server = await start();
  const { key } = await createKey(server);
  const answer = await send(server, key, '/v1/pdf/generate', '{"htmlContent":"<p>Own server"}');
  expect(answer.status, answer.text).toBe(200);
  const { data } = z.object({ data: z.object({ url: z.string() }) }).parse(JSON.parse(answer.text));
  expect(data.url).toMatch(/^https:\/\/pdf\.example\.com\/files\//);
  const file = await exchange(data.url.replace(PUBLIC_URL, server.url));
  expect((await inspectPdf(file.bytes)).text).toContain('Own server');

  const pids = listPrograms();
  expect(pids.map(commandLine).join('\n')).toMatch(/workerd serve[^]*--type=renderer/);
  if (USER !== undefined) {
    expect(new Set(await Promise.all(pids.map(async (pid) => (await stat(`/proc/${pid}`)).uid)))).toEqual(
      new Set([USER]),
    );
  }
  // The first visitor needs the token: this is no developer's machine.
  expect((await exchange(`${server.url}/console/session`)).text).toContain('needed-with-token');
  await vi.waitFor(() => {
    const lines = printed.flatMap((line) => setupLine.safeParse(line).data ?? []);
    expect(lines).toEqual([
      {
        event: 'setup',
        url: expect.stringMatching(/^https:\/\/pdf\.example\.com\/dashboard\/setup#token=[\w-]{32}$/),
      },
    ]);
  });
  expect((await stat(join(directory, 'data/secrets.env'))).mode & 0o077).toBe(0);
  await end(() => signalAll(pids.slice(0, 1), 'SIGTERM'));
  expect(pids.filter((pid) => commandLine(pid) !== '')).toEqual([]);
});

/** Twice the time that the rules of a retry allow. */
const RECOVERY_MS = 4 * LEASE_MS;

test('after kill -9 in a batch, each row has one PDF that was charged once', async () => {
  const ROWS = 12;
  const first = await start();
  const { workspaceId, key } = await createKey(first);
  const { id } = await first.operator.putTemplate({ workspaceId, name: 'row', content: '<p>{{n}}</p>' });
  const settings = { templateId: id, options: { waitFor: { delayMs: 500 } } };
  const rows = Array.from({ length: ROWS }, (_, n) => ({ externalId: `row ${n}`, templateData: { n } }));
  const lines = [settings, ...rows].map((line) => JSON.stringify(line)).join('\n');
  const accepted = await send(first, key, '/v1/batches', lines, 'application/x-ndjson');
  const { batchId } = batchAnswer.parse(JSON.parse(accepted.text)).data;
  const read = async (server: Server) =>
    batchAnswer.parse(JSON.parse((await send(server, key, `/v1/batches/${batchId}`)).text)).data;
  await vi.waitFor(async () => expect((await read(first)).rows.succeeded).toBeGreaterThan(1), {
    timeout: 60_000,
  });
  await end(killAll);

  const second = await start();
  await vi.waitFor(async () => expect((await read(second)).state).toBe('completed'), {
    timeout: RECOVERY_MS,
    interval: 500,
  });
  const list = await send(second, key, `/v1/batches/${batchId}/rows?limit=200`);
  const states = batchRowPage.parse(JSON.parse(list.text)).data.map(({ state }) => state);
  expect(states).toEqual(rows.map(() => 'succeeded'));
  expect(await second.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: ROWS });
  await end(killAll);
});

// `npm run tool -- image --from COMMIT`
if (IMAGE_BEFORE !== undefined)
  test('an upgrade keeps keys, files, templates and the usage', async () => {
    const before = await start(IMAGE_BEFORE);
    const { workspaceId, key } = await createKey(before);
    const { id } = await before.operator.putTemplate({ workspaceId, name: 'kept', content: '<p>{{n}}</p>' });
    const body = JSON.stringify({ templateId: id, templateData: { n: 'before' } });
    const answer = z
      .object({ data: z.object({ url: z.string() }) })
      .parse(JSON.parse((await send(before, key, '/v1/pdf/generate', body)).text));
    const path = answer.data.url.replace(PUBLIC_URL, '');
    await end(() => signalAll(listPrograms().slice(0, 1), 'SIGTERM'));

    const after = await start();
    expect((await inspectPdf((await exchange(`${after.url}${path}`)).bytes)).text).toContain('before');
    const next = await send(after, key, '/v1/pdf/generate', body.replace('before', 'after'));
    expect(next.status, next.text).toBe(200);
    expect(await after.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: 2 });
    await end(() => signalAll(listPrograms().slice(0, 1), 'SIGTERM'));
  });
