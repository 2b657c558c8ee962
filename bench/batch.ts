import { setTimeout as delay } from 'node:timers/promises';
import { Platen } from '../clients/typescript/src/client.ts';
import { Operator } from '../scripts/operator.ts';
import type { Service } from '../scripts/service.ts';
import { type Client, openClient, openWorkspace, withService } from './client.ts';
import { median, milliseconds, perSecond, ratio, table, target } from './measure.ts';
import { WORKLOADS } from './workloads.ts';

const ROWS = 300;
const CLIENTS = 8;
const ROUNDS = 3;

/** Between two requests of the other workspace. */
const PAUSE_MS = 150;

/** How much a batch may raise the 95th percentile of another workspace. */
const NEIGHBOUR_TARGET = 1.2;

/** Rows of a batch, and what another workspace waits for its own PDFs meanwhile. */
export const benchBatch = (): Promise<string> =>
  withService({}, async (service) => {
    const [neighbour, single, runBatch] = await Promise.all([
      openClient(service, WORKLOADS.W1),
      openClient(service, WORKLOADS.W1),
      openBatches(service),
    ]);
    await perSecond(CLIENTS, 60, single.generate);
    await runBatch(60);
    const quiet = await beside(neighbour, () => delay(15_000));
    const rounds: { readonly requests: Measured; readonly batch: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const requests = await beside(neighbour, () => perSecond(CLIENTS, ROWS, single.generate));
      const batch = await beside(neighbour, () => runBatch(ROWS));
      rounds.push({ requests, batch });
    }
    const of = (way: 'requests' | 'batch') => ({
      rate: median(rounds.map((round) => ROWS / (round[way].durationMs / 1_000))),
      p95Ms: median(rounds.map((round) => round[way].p95Ms)),
    });
    const [requests, batch] = [of('requests'), of('batch')];
    const rise = batch.p95Ms / quiet.p95Ms;
    return `## Batches

${ROWS} invoices of one page, as a batch and as single requests of ${CLIENTS} clients. Meanwhile another workspace sends a
request, waits ${PAUSE_MS} ms after the answer, and sends the next. Medians of ${ROUNDS} rounds.

${table([
  ['What runs', 'PDFs', 'Ratio', 'Target', 'Other workspace, p95', 'Ratio to nothing', 'Target'],
  ['nothing', '', '', '', milliseconds(quiet.p95Ms), '1', ''],
  [
    `${CLIENTS} clients`,
    `${requests.rate.toFixed(0)}/s`,
    '1',
    '',
    milliseconds(requests.p95Ms),
    ratio(requests.p95Ms / quiet.p95Ms),
    '',
  ],
  [
    'a batch',
    `${batch.rate.toFixed(0)}/s`,
    ratio(batch.rate / requests.rate),
    target(batch.rate / requests.rate, { atLeast: 1 }),
    milliseconds(batch.p95Ms),
    ratio(rise),
    target(rise, { atMost: NEIGHBOUR_TARGET }),
  ],
])}`;
  });

/** Prints a batch of `count` rows and waits for its end. */
async function openBatches(service: Service): Promise<(count: number) => Promise<void>> {
  const { content, data } = WORKLOADS.W1;
  const { workspaceId, key } = await openWorkspace(service, 'scale-enterprise');
  const operator = new Operator(service.url, service.operatorToken);
  const { id: templateId } = await operator.putTemplate({ workspaceId, name: 'bench', content });
  const platen = new Platen({ apiKey: key, baseUrl: service.url });
  return async (count) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      externalId: `invoice-${at}`,
      templateData: data,
    }));
    const { batchId } = await platen.batches.create({ templateId, rows });
    const { rows: ended } = await platen.batches.wait(batchId);
    if (ended.succeeded !== count) throw new Error(`${count - ended.succeeded} rows have no PDF`);
  };
}

interface Measured {
  readonly durationMs: number;
  /** Of the other workspace. */
  readonly p95Ms: number;
}

async function beside(neighbour: Client, work: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const running = work().then(() => performance.now() - started);
  for (let over: number | null = null; over === null;) {
    const sentAt = performance.now();
    await neighbour.generate();
    times.push(performance.now() - sentAt);
    over = await Promise.race([delay(PAUSE_MS, null), running]);
  }
  return { durationMs: await running, p95Ms: percentile95(times) };
}

function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
