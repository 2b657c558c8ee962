import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOUDFLARE_HEAP } from '../bench/memory.ts';
import { Receiver } from '../../test/support/receiver.ts';
import { RestartedService } from '../../test/support/restarted-service.ts';
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
import { type SettledServices, Settlement } from './settle.ts';
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

/** The number of requests that arrive for each one that the service answers with its result. */
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
    const left = await processes.left();
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

/**
 * The part of prints that may need longer than the plan's timeout although their page was soon free: where other programs take the
 * CPU, a print of milliseconds takes seconds. If more do, the service starts prints that it cannot finish.
 */
const LATE_SHARE = 0.05;

/** Without faults, each request has its result or is refused with a time to wait. */
function clientProblems(books: ClientBooks, causes: Causes): string[] {
  const isTolerated = (answer: string, count: number): boolean =>
    answer === '408 REQUEST_TIMEOUT' && count <= books.total('done') * LATE_SHARE;
  const failed = [...books.codes]
    .filter(([answer, count]) => !isTolerated(answer, count))
    .map(([answer, count]) => `${count} answers were ${answer}${causes.of(answer)}`);
  const unanswered = books.total('unanswered');
  return [
    ...books.problems,
    ...failed,
    ...(unanswered === 0 ? [] : [`${unanswered} requests had no answer`]),
  ];
}

/** A request is refused at once. A job or a row is refused after its last attempt, with the same codes. */
const REFUSALS: readonly string[] = ['NO_CREDITS_AVAILABLE', 'SERVICE_BUSY'];

/** Some attempts are late, as above. Others are cut off when the load has ended: the service stops, and its clock moves on. */
const CUT_OFF: readonly string[] = ['REQUEST_TIMEOUT', 'PDF_GENERATION_FAILED'];

const failedLater = ({ failures, jobs }: Totals): string[] =>
  [...failures]
    .filter(
      ([code, count]) => !REFUSALS.includes(code) && !(CUT_OFF.includes(code) && count <= jobs * LATE_SHARE),
    )
    .map(([code, count]) => `${count} jobs and rows failed with ${code}`);

/** Starts the service on the same state with the entry of the tests, which lists objects and moves the clock. */
async function settleIn(stateDir: string, services: Omit<SettledServices, 'service'>) {
  const service = await RestartedService.createIn(stateDir);
  await service.startAt(0);
  try {
    const settlement = new Settlement({ service, ...services });
    const { totals, wrong } = await settlement.settle();
    for (let swept = 0; swept < SWEEPS; swept += 1) await settlement.moveOn(SWEEP_MS);
    const objects = await checkObjects(service, services.workspaces, settlement.reader);
    return { totals, pdfs: objects.pdfs, wrong: [...wrong, ...objects.wrong] };
  } finally {
    await service.stop();
  }
}
