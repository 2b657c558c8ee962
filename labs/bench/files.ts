import type { Service } from '../../scripts/local/service.ts';
import { openWorkspace, withService } from './client.ts';
import { median, milliseconds, race, ratio, table, target } from './measure.ts';

const FEW = 100;
const MANY = 10_000;
const ROUNDS = 60;
const WARM_UP = 10;

/** Listing a page of 10,000 files may take at most this many times as long as a page of 100: decision 26. */
const TARGET = 1.5;

async function prepareListing(service: Service, count: number): Promise<() => Promise<void>> {
  const { workspaceId, key } = await openWorkspace(service, 'scale-enterprise');
  await fetch(`${service.url}/test/files?workspace=${workspaceId}&count=${count}`);
  return async () => {
    const response = await fetch(`${service.url}/v1/files`, { headers: { 'X-API-Key': key } });
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length !== 50) throw new Error(`The page has ${data.length} files instead of 50.`);
  };
}

/** Compares listing a page of files in a workspace with few and with many files, in one run. */
export function benchFiles(): Promise<string> {
  return withService({ entry: 'test/support/entry.ts' }, async (service) => {
    const few = await prepareListing(service, FEW);
    const many = await prepareListing(service, MANY);
    const times = await race({ few, many }, { rounds: ROUNDS, warmUp: WARM_UP });
    return report(median(times.few ?? []), median(times.many ?? []));
  });
}

const report = (fewMs: number, manyMs: number): string => `## Listing files

A page of 50 files over HTTP, median of ${ROUNDS} rounds.

${table([
  ['Files in the workspace', 'Time', 'Ratio', 'Target'],
  [String(FEW), milliseconds(fewMs), '1', ''],
  [String(MANY), milliseconds(manyMs), ratio(manyMs / fewMs), target(manyMs / fewMs, { atMost: TARGET })],
])}`;
