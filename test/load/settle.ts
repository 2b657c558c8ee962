import { setTimeout as delay } from 'node:timers/promises';
import type { RestartedService } from '../support/restarted-service.ts';
import { type Books, balance, noTotals, type Totals } from './balance.ts';
import type { ClientBooks } from './client-books.ts';
import type { Deliveries } from './deliveries.ts';
import type { BooksReader } from './service-books.ts';
import type { Workspace } from './workspaces.ts';

const POLL_MS = 2_000;

/** While nothing changes, the clock moves on by this time, up to the next attempt of what failed. */
const STEP_MS = 60_000;

/** All attempts of a job, a row and an output are over long before (contract 13.3, 14.5). Those of webhooks are not. */
const MAX_STEPS = 240;

export interface Ledgers {
  readonly workspaces: readonly Workspace[];
  readonly books: ClientBooks;
  readonly reader: BooksReader;
  readonly deliveries: Deliveries;
  readonly expired: ReadonlySet<string>;
  readonly earlier: (workspace: Workspace) => Pick<Books, 'earlierCredits' | 'earlierCounted'>;
}

/** A service with the entry of the tests, and its clock. */
export class SettlingService {
  readonly service: RestartedService;
  #aheadMs: number;

  constructor(service: RestartedService, aheadMs: number) {
    this.service = service;
    this.#aheadMs = aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  async moveOn(byMs: number, { workspaces, reader }: Ledgers): Promise<void> {
    this.#aheadMs += byMs;
    await this.service.moveClock(this.#aheadMs);
    // The platform fires alarms by the real clock.
    for (const workspace of workspaces) {
      await this.service.ringAlarm(workspace.id);
      await this.service.ringWebhookAlarm(workspace.webhookId);
      for (const batchId of await reader.openBatches(workspace)) await this.service.ringBatchAlarm(batchId);
    }
  }

  /** Runs all that is queued to its end, and compares the books until they match. */
  async settle(ledgers: Ledgers): Promise<Balanced> {
    for (const workspace of ledgers.workspaces) await ledgers.reader.liftRate(workspace);
    let balanced = await compare(ledgers);
    for (let steps = 0; balanced.wrong.length > 0 && steps < MAX_STEPS;) {
      await delay(POLL_MS);
      const next = await compare(ledgers);
      if (next.wrong.join() === balanced.wrong.join()) {
        await this.moveOn(STEP_MS, ledgers);
        steps += 1;
      }
      balanced = next;
    }
    return balanced;
  }
}

export interface Balanced {
  readonly totals: Totals;
  readonly wrong: readonly string[];
}

async function compare({ workspaces, books, reader, ...others }: Ledgers): Promise<Balanced> {
  const totals = noTotals();
  const wrong: string[] = [];
  for (const workspace of workspaces) {
    const recorded = await reader.read(workspace);
    const earlier = others.earlier(workspace);
    const client = books.of(workspace);
    wrong.push(...balance({ workspace, client, recorded, ...others, ...earlier }, totals));
  }
  return { totals, wrong };
}
