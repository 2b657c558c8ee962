import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOUDFLARE_HEAP } from '../../bench/memory.ts';
import { Receiver } from '../support/receiver.ts';
import { RestartedService } from '../support/restarted-service.ts';
import type { Totals } from './balance.ts';
import { Causes } from './causes.ts';
import { ClientBooks } from './client-books.ts';
import { LoadClient } from './client.ts';
import { Deliveries } from './deliveries.ts';
import { checkObjects } from './objects.ts';
import { planSteps } from './plan.ts';
import { SeenProcesses } from './processes.ts';
import { booksTable, clientTable, type Report, sampleTable } from './report.ts';
import { Samples } from './samples.ts';
import { type SettledParts, Settlement } from './settle.ts';
import { arrive, measureCapacity, type Rates, type Traffic } from './traffic.ts';
import { createPopulation } from './workspaces.ts';

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

/**
 * Growth is judged in runs of this length. A shorter one is all start: the queue and the isolate's heap fill, browsers open their
 * pages, and SQLite its logs.
 */
const GROWTH_MINUTES = 10;

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
  const causes = new Causes();
  // The product's own entry: nothing of the tests is in it.
  const service = await RestartedService.createIn(stateDir, {
    renderer,
    entry: 'worker/index.ts',
    env: CLOUDFLARE_HEAP,
    onError: (line) => (line.startsWith('{') ? causes.note(line) : log(line)),
  });
  await service.startAt(0);
  try {
    const endpoint = () => service.service;
    const books = new ClientBooks();
    const population = await createPopulation(endpoint(), receiver.url);
    const client = new LoadClient({ books, population, endpoint, isPersistent: false });
    const steps = planSteps(options.seed);
    const traffic = { steps, population, books, client };
    const processes = new SeenProcesses();
    const samples = new Samples({ pids: () => service.pids, processes, stateDir, temporaryDir });
    const rates = await load(traffic, samples, options);
    await service.stop();
    const left = processes.left();
    log('The load has ended. The rest is done on the same state, with a clock that moves on.');
    const settled = await settleIn(stateDir, {
      workspaces: population.workspaces,
      books,
      deliveries: new Deliveries(receiver),
      log,
    });
    const { totals } = settled;
    return {
      problems: [
        ...clientProblems(books, causes),
        ...failedLater(totals),
        ...(options.minutes < GROWTH_MINUTES ? [] : samples.growth(totals.made)),
        ...left,
        ...settled.wrong,
      ],
      tables: [clientTable(books, rates), sampleTable(samples), booksTable(totals, settled.pdfs)],
    };
  } finally {
    await service.stop();
  }
}

async function load(traffic: Traffic, samples: Samples, options: LoadOptions): Promise<Rates> {
  const { minutes, log } = options;
  await measureCapacity(traffic, WARM_UP_MS);
  const capacity = await measureCapacity(traffic, MEASURE_MS);
  const perSecond = capacity * OVERLOAD;
  log(`The service takes ${capacity.toFixed(1)} requests a second. ${perSecond.toFixed(1)} arrive.`);
  const durationMs = minutes * MINUTE_MS;
  samples.start(Math.max(1_000, durationMs / 200));
  const rates = await arrive(traffic, perSecond, durationMs);
  samples.stop();
  return rates;
}

/** Without faults, each request has its result or is refused with a time to wait. */
function clientProblems(books: ClientBooks, causes: Causes): string[] {
  const failed = [...books.codes].map(
    ([answer, count]) => `${count} answers were ${answer}${causes.of(answer)}`,
  );
  const unanswered = books.total('unanswered');
  return [
    ...books.problems,
    ...failed,
    ...(unanswered === 0 ? [] : [`${unanswered} requests had no answer`]),
  ];
}

/** A request is refused at once. A job or a row is refused after its last attempt, with the same codes. */
const REFUSALS: readonly string[] = ['NO_CREDITS_AVAILABLE', 'SERVICE_BUSY'];

const failedLater = ({ failures }: Totals): string[] =>
  [...failures]
    .filter(([code]) => !REFUSALS.includes(code))
    .map(([code, count]) => `${count} jobs and rows failed with ${code}`);

/** Starts the service on the same state with the entry of the tests, which lists objects and moves the clock. */
async function settleIn(stateDir: string, parts: Omit<SettledParts, 'service'>) {
  const service = await RestartedService.createIn(stateDir);
  await service.startAt(0);
  try {
    const settlement = new Settlement({ service, ...parts });
    const { totals, wrong } = await settlement.settle();
    for (let swept = 0; swept < SWEEPS; swept += 1) await settlement.moveOn(SWEEP_MS);
    const objects = await checkObjects(service, parts.workspaces, settlement.reader);
    return { totals, pdfs: objects.pdfs, wrong: [...wrong, ...objects.wrong] };
  } finally {
    await service.stop();
  }
}
