import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOUDFLARE_HEAP } from '../../bench/memory.ts';
import { Receiver } from '../support/receiver.ts';
import { RestartedService } from '../support/restarted-service.ts';
import { ClientBooks } from './client-books.ts';
import { LoadClient } from './client.ts';
import { Deliveries } from './deliveries.ts';
import { checkObjects } from './objects.ts';
import { planSteps } from './plan.ts';
import { booksTable, clientTable, type Report, sampleTable } from './report.ts';
import { Samples } from './samples.ts';
import { BooksReader } from './service-books.ts';
import { type Ledgers, SettlingService } from './settle.ts';
import { arrive, measureCapacity, type Traffic } from './traffic.ts';
import { createPopulation, type Population } from './workspaces.ts';

export interface LoadOptions {
  readonly minutes: number;
  readonly renderer: 'browser-run' | 'container';
  readonly seed: number;
  readonly log: (line: string) => void;
}

const MINUTE_MS = 60_000;

const WARM_UP_MS = 10_000;
const MEASURE_MS = 15_000;

/** How many times as many requests arrive as the service answers with their result. */
const OVERLOAD = 2;

/** Alarms delete what prints have left that did not end well: once after their time, and once more. */
const SWEEPS = 2;
const SWEEP_MS = 10 * MINUTE_MS;

/** The built service under twice its load. */
export async function soak(options: LoadOptions): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-soak-'));
  // Processes put their temporary files there, so that what they leave can be counted.
  const temporaryDir = join(directory, 'tmp');
  await mkdir(temporaryDir);
  process.env.TMPDIR = temporaryDir;
  const receiver = await Receiver.start();
  try {
    return await soakIn(join(directory, 'state'), temporaryDir, receiver, options);
  } finally {
    await receiver.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function soakIn(
  stateDir: string,
  temporaryDir: string,
  receiver: Receiver,
  options: LoadOptions,
): Promise<Report> {
  const { renderer, log } = options;
  // The product's own entry: nothing of the tests is in it.
  const service = await RestartedService.createIn(stateDir, {
    renderer,
    entry: 'worker/index.ts',
    env: CLOUDFLARE_HEAP,
    // Structured lines are causes of errors. Each of these is an answer too, and counted there.
    onError: (line) => line.startsWith('{') || log(line),
  });
  await service.startAt(0);
  try {
    const endpoint = () => service.service;
    const books = new ClientBooks();
    const population = await createPopulation(endpoint(), receiver.url);
    const client = new LoadClient({ books, population, endpoint, isPersistent: false });
    const steps = planSteps(options.seed);
    const traffic = { steps, population, books, client };
    const samples = new Samples({ pids: () => service.pids, stateDir, temporaryDir });
    const perSecond = await load(traffic, samples, options);
    await service.stop();
    log('The load has ended. The rest is done on the same state, with a clock that moves on.');
    const settled = await settleIn(stateDir, (reader) =>
      ledgersOf(population, books, reader, new Deliveries(receiver)),
    );
    const { totals } = settled;
    return {
      problems: [...clientProblems(books), ...samples.growth(totals.made), ...settled.wrong],
      tables: [clientTable(books, perSecond), sampleTable(samples), booksTable(totals, settled.pdfs)],
    };
  } finally {
    await service.stop();
  }
}

async function load(traffic: Traffic, samples: Samples, options: LoadOptions): Promise<number> {
  const { minutes, log } = options;
  await measureCapacity(traffic, WARM_UP_MS);
  const capacity = await measureCapacity(traffic, MEASURE_MS);
  const perSecond = capacity * OVERLOAD;
  log(`The service takes ${capacity.toFixed(1)} requests a second. ${perSecond.toFixed(1)} arrive.`);
  const durationMs = minutes * MINUTE_MS;
  samples.start(Math.max(1_000, durationMs / 200));
  await arrive(traffic, perSecond, durationMs);
  samples.stop();
  return perSecond;
}

const ledgersOf = (
  { workspaces }: Population,
  books: ClientBooks,
  reader: BooksReader,
  deliveries: Deliveries,
): Ledgers => ({
  workspaces,
  books,
  reader,
  deliveries,
  expired: new Set(),
  earlier: () => ({ earlierCredits: 0, earlierCounted: 0 }),
});

/** Without faults, each request has its result or is refused with a time to wait. */
function clientProblems(books: ClientBooks): string[] {
  const failed = [...books.codes].map(([code, count]) => `${count} answers were ${code}`);
  const unanswered = books.total('unanswered');
  return [
    ...books.problems,
    ...failed,
    ...(unanswered === 0 ? [] : [`${unanswered} requests had no answer`]),
  ];
}

/** Starts the service on the same state with the entry of the tests, which lists objects and moves the clock. */
async function settleIn(stateDir: string, open: (reader: BooksReader) => Ledgers) {
  const service = await RestartedService.createIn(stateDir);
  await service.startAt(0);
  try {
    const ledgers = open(new BooksReader(() => service.service));
    const settling = new SettlingService(service, 0);
    const { totals, wrong } = await settling.settle(ledgers);
    for (let swept = 0; swept < SWEEPS; swept += 1) await settling.moveOn(SWEEP_MS, ledgers);
    const objects = await checkObjects(service, ledgers);
    return { totals, pdfs: objects.pdfs, wrong: [...wrong, ...objects.wrong] };
  } finally {
    await service.stop();
  }
}
