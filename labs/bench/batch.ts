import { setTimeout as delay } from 'node:timers/promises';
import { Platen } from '../../packages/client/src/client.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import type { Service } from '../../scripts/local/service.ts';
import { type Client, openClient, openWorkspace, withService } from './client.ts';
import { median, milliseconds, percentile, perSecond, ratio, table, target } from './measure.ts';
import { WORKLOADS } from './workloads.ts';

const ROWS = 300;
const CLIENTS = 8;
const ROUNDS = 3;

/** Between two requests of the other workspace. */
const PAUSE_MS = 150;

/** Rows yield to requests, and for some seconds after them. */
const QUIET_MS = 6_000;

/** The time that the other workspace is watched beside each load. */
const BESIDE_MS = 12_000;

/** A batch may raise the 95th percentile of another workspace by this factor. */
const NEIGHBOUR_TARGET = 1.2;

/** Rows of a batch, and what another workspace waits for its own PDFs meanwhile. */
export const benchBatch = (): Promise<string> =>
  withService({}, async (service) => {
    const [neighbour, single, batches] = await Promise.all([
      openClient(service, WORKLOADS.W1),
      openClient(service, WORKLOADS.W1),
      openBatches(service),
    ]);
    const runRequests = (count: number) => perSecond(CLIENTS, count, single.generate);
    await runRequests(60);
    await batches.run(60);
    const rates = await measureRates({ requests: () => runRequests(ROWS), batch: () => batches.run(ROWS) });
    const loads = {
      nothing: async () => async () => 0,
      requests: async () => startRequests(single),
      batch: batches.start,
    };
    return report(rates, await measureBeside(neighbour, loads));
  });

type Way = 'requests' | 'batch';

/** PDFs a second, without other work. */
async function measureRates(ways: Record<Way, () => Promise<unknown>>): Promise<Record<Way, number>> {
  const rates: Record<Way, number[]> = { requests: [], batch: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ['requests', 'batch'] as const) {
      await delay(QUIET_MS);
      const started = performance.now();
      await ways[way]();
      rates[way].push(ROWS / ((performance.now() - started) / 1_000));
    }
  }
  return { requests: median(rates.requests), batch: median(rates.batch) };
}

/** Starts a load, and returns what ends it and counts its PDFs. */
type Load = () => Promise<() => Promise<number>>;

interface Beside {
  /** The requests a second of the load. */
  readonly rate: number;
  /** The time within which the other workspace gets 95% of its answers. */
  readonly p95Ms: number;
}

async function measureBeside<Name extends string>(
  neighbour: Client,
  loads: Readonly<Record<Name, Load>>,
): Promise<Record<Name, Beside>> {
  const measured: [string, Beside[]][] = Object.keys(loads).map((name) => [name, []]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, results] of measured) results.push(await beside(neighbour, loads[name as Name]));
  }
  const medians = measured.map(([name, results]) => [
    name,
    { rate: median(results.map(({ rate }) => rate)), p95Ms: median(results.map(({ p95Ms }) => p95Ms)) },
  ]);
  return Object.fromEntries(medians) as Record<Name, Beside>;
}

async function beside(neighbour: Client, start: Load): Promise<Beside> {
  const times: number[] = [];
  const startedAt = performance.now();
  const end = await start();
  while (performance.now() - startedAt < BESIDE_MS) {
    const sentAt = performance.now();
    await neighbour.generate();
    times.push(performance.now() - sentAt);
    await delay(PAUSE_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { rate: (await end()) / seconds, p95Ms: percentile(times, 0.95) };
}

function startRequests(single: Client): () => Promise<number> {
  const over = new AbortController();
  let made = 0;
  const send = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await single.generate();
      if (!over.signal.aborted) made += 1;
    }
  };
  const running = Promise.all(Array.from({ length: CLIENTS }, send));
  return async () => {
    over.abort();
    await running;
    return made;
  };
}

/** Batches of the same document. */
async function openBatches(service: Service) {
  const { content, data } = WORKLOADS.W1;
  const { workspaceId, key } = await openWorkspace(service, 'scale-enterprise');
  const operator = new Operator(service.url, service.operatorToken);
  const { id: templateId } = await operator.putTemplate({ workspaceId, name: 'bench', content });
  const platen = new Platen({ apiKey: key, baseUrl: service.url });
  const create = async (count: number): Promise<string> => {
    const rows = Array.from({ length: count }, (_, at) => ({
      externalId: `invoice-${at}`,
      templateData: data,
    }));
    return (await platen.batches.create({ templateId, rows })).batchId;
  };
  return {
    /** Prints a batch and waits for its end. */
    run: async (count: number): Promise<void> => {
      const { rows: ended } = await platen.batches.wait(await create(count));
      if (ended.succeeded !== count) throw new Error(`${count - ended.succeeded} rows have no PDF`);
    },
    /** More rows than can be printed until it is canceled. */
    start: async (): Promise<() => Promise<number>> => {
      const batchId = await create(2 * ROWS);
      return async () => (await platen.batches.cancel(batchId)).rows.succeeded;
    },
  };
}

function report(rates: Record<Way, number>, besides: Record<'nothing' | Way, Beside>): string {
  const { nothing, requests, batch } = besides;
  const rate = rates.batch / rates.requests;
  const [rise, riseOfRequests] = [batch.p95Ms / nothing.p95Ms, batch.p95Ms / requests.p95Ms];
  return `## Batches

${ROWS} invoices of one page, as a batch and as single requests of ${CLIENTS} clients, without other work, each after a
pause of ${QUIET_MS / 1_000} s. Medians of ${ROUNDS} rounds.

${table([
  ['What runs', 'PDFs', 'Ratio', 'Target'],
  [`${CLIENTS} clients`, `${rates.requests.toFixed(0)}/s`, '1', ''],
  ['a batch', `${rates.batch.toFixed(0)}/s`, ratio(rate), target(rate, { atLeast: 1 })],
])}

Beside a load, another workspace sends a request, waits ${PAUSE_MS} ms after the answer, and sends the next, for ${BESIDE_MS / 1_000} s. Rows of a
batch yield to it. Its p95 is compared with that of an idle service, and with that beside ${CLIENTS} clients. Medians of ${ROUNDS} rounds.

${table([
  [
    'Load',
    'PDFs of the load',
    'Other workspace, p95',
    'Ratio to nothing',
    'Target',
    'Ratio to clients',
    'Target',
  ],
  ['nothing', '', milliseconds(nothing.p95Ms), '1', '', '', ''],
  [
    `${CLIENTS} clients`,
    `${requests.rate.toFixed(1)}/s`,
    milliseconds(requests.p95Ms),
    ratio(requests.p95Ms / nothing.p95Ms),
    '',
    '1',
    '',
  ],
  [
    'a batch',
    `${batch.rate.toFixed(1)}/s`,
    milliseconds(batch.p95Ms),
    ratio(rise),
    target(rise, { atMost: NEIGHBOUR_TARGET }),
    ratio(riseOfRequests),
    target(riseOfRequests, { atMost: NEIGHBOUR_TARGET }),
  ],
])}`;
}
