import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator } from '../scripts/operator.ts';
import { type Service, startService } from '../scripts/service.ts';
import { median, milliseconds, race, ratio, table } from './measure.ts';

const FEW = 100;
const MANY = 10_000;
const ROUNDS = 60;
const WARM_UP = 10;

/** Issue 6: a page of 10,000 files at most 1.5 times as long as one of 100. */
const TARGET = 1.5;

/** A workspace with so many kept files, and how to list a page of 50 of them. */
async function workspaceWith(service: Service, count: number): Promise<() => Promise<void>> {
  const operator = new Operator(service.url, service.operatorToken);
  const { id } = await operator.createWorkspace({ name: 'Bench', plan: 'scale-enterprise' });
  const { key } = await operator.createKey({
    workspaceId: id,
    name: 'bench',
    environment: 'live',
    permissions: ['pdf.read'],
  });
  await fetch(`${service.url}/test/files?workspace=${id}&count=${count}`);
  return async () => {
    const response = await fetch(`${service.url}/v1/files`, { headers: { 'X-API-Key': key } });
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length !== 50) throw new Error(`A page of ${data.length} files`);
  };
}

/** Listing a page of a workspace's files, with few and with many of them, in one run. */
export async function benchFiles(): Promise<string> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const wranglerArgs = ['test/support/entry.ts'];
  const service = await startService({
    stateDir,
    port: 0,
    wranglerArgs,
    onError: (line) => console.error(line),
  });
  try {
    const few = await workspaceWith(service, FEW);
    const many = await workspaceWith(service, MANY);
    const times = await race({ few, many }, { rounds: ROUNDS, warmUp: WARM_UP });
    const [ofFew, ofMany] = [median(times.few ?? []), median(times.many ?? [])];
    return `## Listing files

A page of 50 over HTTP, median of ${ROUNDS}.

${table([
  ['Files in the workspace', 'Time', 'Ratio', 'Target'],
  [String(FEW), milliseconds(ofFew), '1', ''],
  [String(MANY), milliseconds(ofMany), ratio(ofMany / ofFew), `at most ${TARGET}`],
])}`;
  } finally {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}
