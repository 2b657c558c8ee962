import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PERMISSIONS } from '../../schema/permissions.ts';
import { serveRendererOnDemand } from '../../scripts/local/renderer-on-demand.ts';
import { Receiver } from '../../test/support/receiver.ts';
import { RestartedService } from '../../test/support/restarted-service.ts';
import { startS3Server } from '../../test/support/stores/s3-server.ts';
import { ClientBooks } from './client-books.ts';
import { LoadClient } from './client.ts';
import { Deliveries } from './deliveries.ts';
import { describeFault, FaultPlan, type PlannedFault } from './fault-plan.ts';
import type { Broken } from './faults.ts';
import { checkObjects } from './objects.ts';
import { isMaking } from './orders.ts';
import { planSteps } from './plan.ts';
import { SeenProcesses } from './processes.ts';
import { booksTable, clientTable, faultTable, type Report } from './report.ts';
import { type Balanced, Settlement } from './settle.ts';
import type { LoadOptions } from './soak.ts';
import { arrive, measureCapacity, type Traffic } from './traffic.ts';
import { createPopulation } from './workspaces.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const WARM_UP_MS = 10_000;
const MEASURE_MS = 10_000;

/** Part of what the service takes: it must have the time to recover. */
const LOAD = 0.4;

/** Requests arrive for this time. Then all end, the books are compared, and the clock jumps. */
const ROUND_MS = MINUTE_MS;

/** Over the retention of test keys, of the smallest plan, and over a month. Each is also over the expiry of a key. */
const JUMPS_MS = [25 * HOUR_MS, 8 * DAY_MS, 32 * DAY_MS];

/** The share of clients that hang up during a request. */
const HANGING_UP = 0.06;
const MIN_HANG_UP_MS = 20;
const MAX_HANG_UP_MS = 2_000;

/** Ends requests that never get their result. No limit of the service is longer. */
const PATIENCE_MS = 8 * MINUTE_MS;

const SHOWN = 3;

/** Alarms delete what prints have left that did not end well: once after their time, and once more. */
const SWEEPS = 2;
const SWEEP_MS = 10 * MINUTE_MS;

/** The service under faults. */
export async function chaos(options: LoadOptions): Promise<Report> {
  const stateDir = await mkdtemp(join(tmpdir(), 'platen-chaos-'));
  const [receiver, store] = await Promise.all([Receiver.start(), startS3Server()]);
  const container = options.renderer === 'container' ? await serveRendererOnDemand() : null;
  const service = await RestartedService.createIn(stateDir, {
    entry: 'test/support/faulty-entry.ts',
    // A container that is killed starts again with the next request, as on Cloudflare.
    ...(container === null
      ? {}
      : { renderer: 'browser-run-only', vars: { RENDERER: 'container', RENDERER_URL: container.url } }),
  });
  try {
    await service.startAt(0);
    options.log('The service runs.');
    const rendererPid = () => (container === null ? (service.service.rendererPid ?? null) : container.pid);
    const processes = new SeenProcesses();
    const run = await Run.open({ service, receiver, store, rendererPid, processes }, options);
    const report = await run.play();
    await service.stop();
    await container?.stop();
    return { ...report, problems: [...report.problems, ...(await processes.left())] };
  } finally {
    await service.remove();
    await container?.stop();
    await Promise.all([receiver.stop(), store.stop()]);
    await rm(stateDir, { recursive: true, force: true });
  }
}

class Run {
  readonly #broken: Omit<Broken, 'random'>;
  readonly #plan: FaultPlan;
  readonly #options: LoadOptions;
  readonly #books = new ClientBooks();
  readonly #traffic: Omit<Traffic, 'client'>;
  readonly #problems: string[] = [];
  readonly #begun = new Map<string, number>();

  private constructor(broken: Omit<Broken, 'settlement' | 'openBatches' | 'random'>, options: LoadOptions) {
    const { service, population, receiver } = broken;
    const settlement = new Settlement({
      service,
      workspaces: population.workspaces,
      books: this.#books,
      deliveries: new Deliveries(receiver),
      log: options.log,
    });
    const openBatches = () => population.workspaces.flatMap((one) => [...this.#books.of(one).batches]);
    this.#broken = { ...broken, settlement, openBatches };
    this.#plan = new FaultPlan(this.#broken, options.seed);
    this.#options = options;
    this.#traffic = { steps: planSteps(options.seed), population, books: this.#books };
  }

  static async open(
    parts: Omit<Broken, 'settlement' | 'openBatches' | 'random' | 'population'>,
    options: LoadOptions,
  ): Promise<Run> {
    const { service, receiver, store } = parts;
    const population = await createPopulation(service.service, receiver.url);
    const target = { provider: 's3', name: 'archive', bucket: 'pdfs', region: 'auto', ...store.access };
    const [, medium] = population.workspaces;
    await service.operator.addTarget({ workspaceId: medium?.id ?? '', ...target });
    return new Run({ ...parts, population }, options);
  }

  async play(): Promise<Report> {
    const { log, minutes } = this.#options;
    const traffic = { ...this.#traffic, client: this.#client() };
    await measureCapacity(traffic, WARM_UP_MS);
    const capacity = await measureCapacity(traffic, MEASURE_MS);
    const perSecond = capacity * LOAD;
    log(`The service takes ${capacity.toFixed(1)} requests a second. ${perSecond.toFixed(1)} arrive.`);
    log(
      'The seed decides each line "Fault …", and the order of the requests. Time decides what a fault meets.',
    );
    const rounds = Math.max(1, Math.round((minutes * MINUTE_MS) / ROUND_MS));
    let balanced: Balanced | null = null;
    const done: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      done.push(await this.#playRound(perSecond));
      balanced = await this.#settle();
      if (round < rounds - 1) await this.#jump(JUMPS_MS[round % JUMPS_MS.length] ?? DAY_MS);
    }
    const objects = await this.#checkObjects();
    if (balanced === null) throw new Error('There was no round.');
    return {
      problems: [...this.#books.problems, ...this.#problems],
      tables: [
        clientTable(this.#books, { perSecond, resultsPerSecond: meanOf(done) }),
        faultTable(this.#begun, rounds - 1),
        booksTable(balanced.totals, objects),
      ],
    };
  }

  #client(): LoadClient {
    const { service, population } = this.#broken;
    return new LoadClient({
      books: this.#books,
      population,
      endpoint: () => service.service,
      isPersistent: true,
      hangUpMs: ({ kind, hangUp }) =>
        isMaking(kind) && hangUp < HANGING_UP
          ? MIN_HANG_UP_MS + (hangUp / HANGING_UP) * (MAX_HANG_UP_MS - MIN_HANG_UP_MS)
          : null,
    });
  }

  /** @returns results a second */
  async #playRound(perSecond: number): Promise<number> {
    const client = this.#client();
    const doneBefore = this.#books.total('done');
    const arriving = arrive({ ...this.#traffic, client }, perSecond, ROUND_MS);
    const startedAt = performance.now();
    for (const planned of this.#plan.round(ROUND_MS)) {
      await delay(Math.max(0, startedAt + planned.atMs - performance.now()));
      await this.#break(planned);
    }
    await delay(Math.max(0, startedAt + ROUND_MS - performance.now()));
    client.close();
    const late = delay(PATIENCE_MS, 'late', { ref: false });
    if ((await Promise.race([arriving, late])) === 'late') {
      const running = client.running();
      const shown = running.slice(0, SHOWN).join(' | ');
      this.#problems.push(`${running.length} requests never got their result: ${shown}`);
    }
    return (this.#books.total('done') - doneBefore) / (ROUND_MS / 1_000);
  }

  /** A process that starts again takes its time, so the next fault may begin late. */
  async #break(planned: PlannedFault): Promise<void> {
    const { fault, lastsMs } = planned;
    this.#options.log(describeFault(planned));
    this.#begun.set(fault.name, (this.#begun.get(fault.name) ?? 0) + 1);
    // A process that is killed may leave others.
    const { service, rendererPid, processes } = this.#broken;
    processes.look([...new Set([...service.pids, rendererPid() ?? []].flat())]);
    await fault.begin();
    await delay(lastsMs);
    await fault.end?.();
  }

  async #settle(): Promise<Balanced> {
    const { settlement } = this.#broken;
    this.#options.log('A round has ended. Its books are compared.');
    const balanced = await settlement.settle();
    this.#problems.push(...balanced.wrong);
    return balanced;
  }

  /** Moves the clock by hours, days or a month, over the expiry of a key. */
  async #jump(byMs: number): Promise<void> {
    const { service, settlement, population } = this.#broken;
    const [workspace] = population.workspaces;
    const { key } = await service.operator.createKey({
      workspaceId: workspace?.id ?? '',
      name: 'expires',
      environment: 'live',
      permissions: PERMISSIONS,
      expiresAt: new Date(settlement.now() + byMs - HOUR_MS).toISOString(),
    });
    const statusOf = async (): Promise<number> =>
      (await fetch(`${service.url}/v1/usage`, { headers: { 'X-API-Key': key } })).status;
    const before = await statusOf();
    await settlement.passOver(byMs);
    const after = await statusOf();
    if (before !== 200 || after !== 401) {
      this.#problems.push(
        `a key that expired was answered with ${before} before, and with ${after} after it`,
      );
    }
    this.#problems.push(...(await settlement.settle()).wrong);
  }

  async #checkObjects(): Promise<number> {
    const { service, settlement, population } = this.#broken;
    for (let swept = 0; swept < SWEEPS; swept += 1) await settlement.moveOn(SWEEP_MS);
    const { pdfs, wrong } = await checkObjects(service, population.workspaces, settlement.reader);
    this.#problems.push(...wrong);
    return pdfs;
  }
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
