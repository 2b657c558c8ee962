import { DurableObject } from 'cloudflare:workers';
import type { PrintJob } from '../../schema/print-job.ts';
import { PagePool } from '../page-pool.ts';
import { printOnPage } from '../print.ts';
import { outcomeOfError, type PrintOutcome } from '../outcome.ts';
import type { PrintLimits } from '../renderer.ts';
import { type BrowserRunBinding, endSession, launchSession } from './session.ts';

export interface BrokerEnv {
  readonly BROWSER: BrowserRunBinding;
}

/** Where the id of the browser is kept: an instance that was evicted leaves its browser to the next one. */
const SESSION_KEY = 'session';

const POOL = { ready: 3, concurrent: 8 };

/** Keeps a browser of Browser Run warm, with pages opened ahead of time, so that no request launches one. */
export class BrowserBroker extends DurableObject<BrokerEnv> {
  #pool: Promise<PagePool> | null = null;

  /** Prints one job; never throws. */
  async print(job: PrintJob, limits: PrintLimits): Promise<PrintOutcome> {
    try {
      const pool = await this.#warmPool();
      const { pdf, report } = await pool.withPage(limits.workspaceId, limits.deadline, (page) =>
        printOnPage(page, job, limits),
      );
      const body = await pdf.read(0, pdf.sizeBytes);
      return { kind: 'printed', body, sizeBytes: pdf.sizeBytes, report };
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  #warmPool(): Promise<PagePool> {
    this.#pool ??= this.#launch().catch((error: unknown) => {
      this.#pool = null;
      throw error;
    });
    return this.#pool;
  }

  async #launch(): Promise<PagePool> {
    const left = await this.ctx.storage.get<string>(SESSION_KEY);
    if (left !== undefined) await endSession(this.env.BROWSER, left);
    const { sessionId, connection } = await launchSession(this.env.BROWSER);
    await this.ctx.storage.put(SESSION_KEY, sessionId);
    void connection.closed.then(() => {
      this.#pool = null;
    });
    const pool = new PagePool(connection, POOL);
    await pool.start();
    return pool;
  }
}
