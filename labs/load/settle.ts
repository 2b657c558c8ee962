import { setTimeout as delay } from 'node:timers/promises';
import type { RestartedService } from '../../test/support/restarted-service.ts';
import { balance, noTotals, type Totals } from './balance.ts';
import type { ClientBooks } from './client-books.ts';
import type { Deliveries } from './deliveries.ts';
import { BooksReader, type Recorded } from './service-books.ts';
import type { Workspace } from './workspaces.ts';

const POLL_MS = 2_000;

/**
 * While nothing changes, the clock moves on to the next attempt of what failed: by this time, by twice as much, and so on. Their
 * sum is longer than all attempts of a job, a row, an output and a copy wait together, and most of those of a webhook.
 */
const FIRST_STEP_MS = 60_000;
const LONGEST_STEP_MS = 32 * 60_000;
const MAX_STILL_STEPS = 16;

/** Work that was started before runs by the machine's clock. The limits of an attempt, of its file and of its report are shorter. */
const LONGEST_ATTEMPT_MS = 90_000;

export interface Balanced {
  readonly totals: Totals;
  readonly wrong: readonly string[];
}

export interface SettledServices {
  readonly service: RestartedService;
  readonly workspaces: readonly Workspace[];
  readonly books: ClientBooks;
  readonly deliveries: Deliveries;
  readonly log?: (line: string) => void;
}

/** Moves the clock of a service with the entry of the tests, and compares its books with those of its clients. */
export class Settlement {
  readonly #services: SettledServices;
  readonly reader: BooksReader;
  /** The records of each workspace at the last comparison. */
  readonly #recorded = new Map<string, Recorded>();
  #aheadMs = 0;

  constructor(services: SettledServices) {
    this.#services = services;
    this.reader = new BooksReader(
      () => services.service.service,
      () => this.now(),
    );
  }

  /** By how much the service's clock is ahead. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Alarms are run too: the platform fires them by the real clock. */
  async moveOn(byMs: number): Promise<void> {
    const { service, workspaces } = this.#services;
    this.#aheadMs += byMs;
    await service.moveClock(this.#aheadMs);
    for (const workspace of workspaces) {
      await service.ringAlarm(workspace.id);
      await service.ringWebhookAlarm(workspace.webhookId);
      for (const batchId of this.#recorded.get(workspace.id)?.openBatches ?? []) {
        await service.ringBatchAlarm(batchId);
      }
    }
  }

  /** Passes over the retention of files. Everything has been settled before. */
  async passOver(byMs: number): Promise<void> {
    const { workspaces, books } = this.#services;
    for (const workspace of workspaces) {
      const files = this.#recorded.get(workspace.id)?.files ?? new Map<string, number>();
      books.of(workspace).expire(files, this.now() + byMs);
    }
    await this.moveOn(byMs);
  }

  /** Runs all that is queued to its end, and compares the books until they match. */
  async settle(): Promise<Balanced> {
    const { workspaces } = this.#services;
    for (const workspace of workspaces) await this.reader.liftRate(workspace);
    let balanced = await this.#compare();
    let [still, changedAt] = [0, performance.now()];
    while (balanced.wrong.length > 0) {
      await delay(POLL_MS);
      const next = await this.#compare();
      if (next.wrong.join() !== balanced.wrong.join()) {
        [still, changedAt] = [0, performance.now()];
      } else if (still < MAX_STILL_STEPS) {
        this.#services.log?.(`Waits for: ${next.wrong[0]}`);
        await this.moveOn(Math.min(LONGEST_STEP_MS, FIRST_STEP_MS * 2 ** still));
        still += 1;
      } else if (performance.now() - changedAt > LONGEST_ATTEMPT_MS) break;
      balanced = next;
    }
    for (const workspace of workspaces) await this.reader.restoreRate(workspace);
    return balanced;
  }

  async #compare(): Promise<Balanced> {
    const { workspaces, books, deliveries } = this.#services;
    const totals = noTotals();
    const wrong: string[] = [];
    for (const workspace of workspaces) {
      const recorded = await this.reader.read(workspace);
      this.#recorded.set(workspace.id, recorded);
      wrong.push(...balance({ workspace, client: books.of(workspace), recorded, deliveries }, totals));
    }
    return { totals, wrong };
  }
}
