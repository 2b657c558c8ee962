import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '../../schema/permissions.ts';
import { Operator } from '../../scripts/operator.ts';
import { commandLine, descendants, isRunning, signalAll } from '../../scripts/process-tree.ts';
import { type Service, startService } from '../../scripts/service.ts';
import { pdfKey } from '../../worker/storage/keys.ts';

/** Enough for 20 killed browsers. `CHAOS_REQUESTS=1000` takes much longer. */
const REQUESTS = Number(process.env.CHAOS_REQUESTS ?? 150);
const CLIENTS = 12;
const KILL_EVERY_MS = 1_000;

let stateDir: string;
let service: Service;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'platen-chaos-'));
  const wranglerArgs = ['test/support/entry.ts'];
  service = await startService({ stateDir, port: 0, renderer: 'container', wranglerArgs });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(stateDir, { recursive: true, force: true });
});

const operator = (): Operator => new Operator(service.url, service.operatorToken);

/** Prints for a third of a second, so that most requests lose a browser. */
const SLOW = {
  htmlContent: `<h1>Whole</h1><script>setTimeout(() => document.body.append(document.createElement('hr')), 300)</script>`,
  options: { waitForSelector: 'hr' },
};

/** Returns `printed` or an error code. Throws if the answer is neither a complete PDF nor an API error. */
async function generate(key: string): Promise<string> {
  const response = await fetch(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'application/pdf' },
    body: JSON.stringify(SLOW),
  });
  if (!response.ok) return refusal.parse(await response.json()).error.code;
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString()).toContain('%%EOF');
  expect(bytes.byteLength).toBe(Number(response.headers.get('Content-Length')));
  return 'printed';
}

const refusal = z.object({ error: z.object({ code: z.string(), requestId: z.string() }) });

/** Several clients, each sending one request after another. */
async function generateAll(key: string): Promise<string[]> {
  let left = REQUESTS;
  const outcomes: string[] = [];
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      outcomes.push(await generate(key));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return outcomes;
}

const isBrowser = (pid: number): boolean =>
  commandLine(pid).includes('--remote-debugging-pipe') && !commandLine(pid).includes('--type=');

const browsers = (): number[] => descendants(service.rendererPid ?? 0).filter(isBrowser);

/** Kills the renderer's browser every second. Returns all processes that belonged to one of these browsers. */
async function killBrowsersDuring<T>(
  work: Promise<T>,
): Promise<{ result: T; processes: ReadonlySet<number> }> {
  const processes = new Set<number>();
  const killer = setInterval(() => {
    const dying = browsers();
    for (const pid of dying) for (const member of [pid, ...descendants(pid)]) processes.add(member);
    signalAll(dying, 'SIGKILL');
  }, KILL_EVERY_MS);
  try {
    return { result: await work, processes };
  } finally {
    clearInterval(killer);
  }
}

const filePage = z.object({
  data: z.array(z.object({ fileId: z.string() })),
  nextCursor: z.string().nullable(),
});

async function fileIds(key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${service.url}/v1/files${query}`, { headers: { 'X-API-Key': key } });
    const page: z.infer<typeof filePage> = filePage.parse(await response.json());
    ids.push(...page.data.map(({ fileId }) => fileId));
    cursor = page.nextCursor;
  }
  return ids;
}

const storedObjects = async (): Promise<string[]> =>
  z.array(z.string()).parse(await (await fetch(`${service.url}/test/objects`)).json());

test('while Chromium is killed every second, every answer is a complete PDF or a typed error, and credits and files match', async () => {
  const { id: workspaceId } = await operator().createWorkspace({ name: 'Chaos', plan: 'scale-enterprise' });
  const { key } = await operator().createKey({
    workspaceId,
    name: 'chaos',
    environment: 'live',
    permissions: PERMISSIONS,
  });
  const { result: outcomes, processes } = await killBrowsersDuring(generateAll(key));

  expect(outcomes).toHaveLength(REQUESTS);
  expect(outcomes.filter((outcome) => !/^(printed|PDF_GENERATION_FAILED)$/.test(outcome))).toEqual([]);
  const printed = outcomes.filter((outcome) => outcome === 'printed').length;
  console.log(`${processes.size} processes killed; ${printed} printed, ${REQUESTS - printed} failed`);

  const files = await fileIds(key);
  expect(files).toHaveLength(printed);
  expect((await operator().setWorkspace(workspaceId, {})).quotaUsed).toBe(printed);
  expect((await storedObjects()).sort()).toEqual(files.map(pdfKey).sort());

  await vi.waitFor(() => expect([...processes].filter(isRunning)).toEqual([]), { timeout: 10_000 });
  expect(await generate(key)).toBe('printed');
  expect(browsers()).toHaveLength(1);
}, 600_000);
