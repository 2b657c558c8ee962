import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '../../schema/permissions.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import { commandLine, descendants, isRunning, signalAll } from '../../scripts/local/process-tree.ts';
import { type Service, startService } from '../../scripts/local/service.ts';
import { pdfKey } from '../../worker/adapters/r2/keys.ts';
import { eventually } from '../support/eventually.ts';

/** Enough for some killed browsers. `npm run tool -- sweeps` sends 1,000. */
const REQUESTS = Number(process.env.CHAOS_REQUESTS ?? 30);
const CLIENTS = 12;
/** A machine that needs longer to start a browser gets longer: an answer comes between two kills. */
const KILL_EVERY_MS = 1_000;

let stateDir: string;
let service: Service;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'platen-chaos-'));
  const entry = 'test/support/entry.ts';
  service = await startService({ stateDir, port: 0, renderer: 'container', entry });
});
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
async function generateAll(key: string, outcomes: string[]): Promise<void> {
  let left = REQUESTS;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      outcomes.push(await generate(key));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const isBrowser = (pid: number): boolean =>
  commandLine(pid).includes('--remote-debugging-pipe') && !commandLine(pid).includes('--type=');

const browsers = (): number[] => descendants(service.rendererPid ?? 0).filter(isBrowser);

/** Kills the renderer's browser every second. Returns all processes that belonged to one of these browsers. */
async function killBrowsersDuring(
  work: Promise<void>,
  outcomes: readonly string[],
): Promise<ReadonlySet<number>> {
  const processes = new Set<number>();
  let answered = 0;
  const killer = setInterval(() => {
    if (outcomes.length === answered) return;
    answered = outcomes.length;
    const dying = browsers();
    for (const pid of dying) for (const member of [pid, ...descendants(pid)]) processes.add(member);
    signalAll(dying, 'SIGKILL');
  }, KILL_EVERY_MS);
  try {
    await work;
    return processes;
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
  for (let cursor: string | null = ''; cursor !== null;) {
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
  const outcomes: string[] = [];
  const processes = await killBrowsersDuring(generateAll(key, outcomes), outcomes);

  expect(outcomes).toHaveLength(REQUESTS);
  expect(outcomes.filter((outcome) => !/^(printed|PDF_GENERATION_FAILED)$/.test(outcome))).toEqual([]);
  const printed = outcomes.filter((outcome) => outcome === 'printed').length;
  console.log(`${processes.size} processes killed; ${printed} printed, ${REQUESTS - printed} failed`);

  const files = await fileIds(key);
  expect(files).toHaveLength(printed);
  expect((await operator().setWorkspace(workspaceId, {})).quotaUsed).toBe(printed);
  expect((await storedObjects()).sort()).toEqual(files.map(pdfKey).sort());

  await eventually(() => expect([...processes].filter(isRunning)).toEqual([]));
  expect(await generate(key)).toBe('printed');
  // The browser for jobs that lost one is kept for a minute.
  expect(browsers().length).toBeLessThanOrEqual(2);
});
