import { DurableObject } from 'cloudflare:workers';
import { readWhole, streamed } from '@platen/pdf';
import type { PagePrint, PrintPath } from '@platen/print-engine';
import { BrowserSupervisor } from '../browser-supervisor.ts';
import { type PrintOutcome, toFailedOutcome } from '../outcome.ts';
import { RunningJobs } from '../running-jobs.ts';
import type { BrowserWear } from '../supervised-browser.ts';
import { BrokerQueue } from './broker-queue.ts';
import type { BrokerAnswer, BrokerJob, BrokerLoad, BrokerReport } from './broker-protocol.ts';
import { type BrokerNamespace, brokerAt, type BrowserBrokerCalls } from './broker-namespace.ts';
import { BrowserRunLauncher } from './browser-run-launcher.ts';
import { Membership } from './membership.ts';
import { browserCountry, parseBrokerName } from './region.ts';
import type { BrowserRunBinding } from './session.ts';
import { isPublicHost } from '../../schema/public-address.ts';

export interface BrokerEnv {
  readonly BROWSER: BrowserRunBinding;
  readonly BROWSER_BROKER: BrokerNamespace;
  readonly MAX_BROWSERS?: string;
  readonly PRINT_PATH?: PrintPath;
}

/** A browser of Browser Run has about two CPUs: more pages at once do not finish sooner. */
const PAGES = { ready: 3, concurrent: 8 };

/** Only a guard: what Browser Run allows is asked before each launch. */
const DEFAULT_MAX_BROKERS = 500;

/** A PDF up to this size is sent as one message. A larger one streams, so that the broker holds less. */
const MAX_MESSAGE_BYTES = 1_000_000;

const WEAR: BrowserWear = { jobs: 1_000, bytes: 1_000_000_000 };

/** Browser Run ends a session that is idle for ten minutes, and an object without work is evicted. */
const ALARM_MS = 30_000;

const MEMBERS_KEY = 'members';
const LAST_JOB_KEY = 'lastJobAt';

/** Keeps one browser of Browser Run running, with pages opened ahead of time. */
export class BrowserBroker extends DurableObject<BrokerEnv> implements BrowserBrokerCalls {
  readonly #launcher: BrowserRunLauncher;
  readonly #wear: BrowserWear;
  readonly #jobs = new RunningJobs();
  readonly #queue: BrokerQueue;
  readonly #membership: Membership;
  #supervisor: BrowserSupervisor;
  #hasAlarm = false;

  constructor(ctx: DurableObjectState, env: BrokerEnv, wear = WEAR) {
    super(ctx, env);
    const { region, index } = parseBrokerName(ctx.id.name);
    const { kv } = ctx.storage;
    const peer = (other: number) => brokerAt(env.BROWSER_BROKER, region, other);
    this.#wear = wear;
    this.#launcher = new BrowserRunLauncher({
      binding: env.BROWSER,
      storage: ctx.storage,
      country: browserCountry(region),
      inBackground: (work) => ctx.waitUntil(work),
    });
    this.#supervisor = this.#supervise();
    this.#membership = new Membership({
      index,
      maxBrokers: Number(env.MAX_BROWSERS ?? DEFAULT_MAX_BROKERS),
      now: () => Date.now(),
      peers: {
        report: async (other, from, report) => peer(other).report(from, report),
        warm: async (other) => (other === index ? this.warm() : peer(other).warm()),
        look: async (other) => (other === index ? this.look() : peer(other).look()),
      },
      stored: kv.get<number[]>(MEMBERS_KEY) ?? [],
      store: (members) => kv.put(MEMBERS_KEY, members),
    });
    this.#queue = new BrokerQueue({
      index,
      browser: this.#browser(),
      capacity: PAGES.concurrent,
      now: () => Date.now(),
      members: () => this.#membership.members,
      lastJobAt: kv.get<number>(LAST_JOB_KEY) ?? Date.now(),
    });
  }

  async print(asked: BrokerJob): Promise<BrokerAnswer> {
    const { limits, whenBusy, htmlCharacters } = asked;
    const { workspaceId, pageShare = 1, isBackground = false } = limits;
    const terms = { workspaceId, pageShare, isBackground, whenBusy, htmlCharacters };
    const answer = await this.#queue.print(terms, () => this.#print(asked));
    this.#keepUp();
    return answer;
  }

  cancel(jobId: string): void {
    this.#jobs.cancel(jobId);
  }

  async warm(): Promise<BrokerLoad> {
    await this.#supervisor.start().catch(() => {});
    this.#keepUp();
    return this.#queue.load;
  }

  look(): BrokerLoad {
    return this.#queue.load;
  }

  report(from: number, report: BrokerReport): readonly number[] {
    return this.#membership.receive(from, report);
  }

  /** Ends a browser that has been idle for long. Keeps the others ready, so that no job waits for a start. */
  override async alarm(): Promise<void> {
    this.#hasAlarm = false;
    this.ctx.storage.kv.put(LAST_JOB_KEY, this.#queue.lastJobAt);
    await this.#membership.refresh(() => this.#queue.takeReport());
    if (this.#queue.mayRest) return this.#rest();
    await this.#supervisor.start().catch(() => {});
    await this.#launcher.touch();
    await this.#setAlarm();
  }

  async #print({ id, job, limits, html }: BrokerJob): Promise<PrintOutcome> {
    const print = async (signal: AbortSignal) => {
      const wholeJob = html ? { ...job, html: await new Response(html).text() } : job;
      return toPrintedOutcome(await this.#supervisor.print(wholeJob, limits, signal));
    };
    try {
      return await this.#jobs.run(id, print);
    } catch (error) {
      return toFailedOutcome(error);
    }
  }

  /** The answer does not wait for this. */
  #keepUp(): void {
    const reported = this.#membership.refresh(() => this.#queue.takeReport());
    this.ctx.waitUntil(Promise.all([reported, this.#hasAlarm ? null : this.#setAlarm()]));
  }

  async #setAlarm(): Promise<void> {
    this.#hasAlarm = true;
    await this.ctx.storage.setAlarm(Date.now() + ALARM_MS);
  }

  async #rest(): Promise<void> {
    const resting = this.#supervisor;
    this.#supervisor = this.#supervise();
    this.#membership.leave();
    this.ctx.storage.kv.delete(LAST_JOB_KEY);
    await resting.close();
    await this.#launcher.endForgotten();
  }

  #browser() {
    const supervisor = () => this.#supervisor;
    return {
      get isReady() {
        return supervisor().isReady;
      },
      start: () => supervisor().start(),
    };
  }

  #supervise(): BrowserSupervisor {
    return new BrowserSupervisor({
      launch: () => this.#launcher.launch(),
      pages: { ...PAGES, printPath: this.env.PRINT_PATH, isPublicHost },
      wear: this.#wear,
      // Browser Run charges for idle browsers. The alarm replaces one that is needed.
      relaunchAfterMs: null,
    });
  }
}

async function toPrintedOutcome({ pdf, report }: PagePrint): Promise<PrintOutcome> {
  const { sizeBytes } = pdf;
  const body = sizeBytes <= MAX_MESSAGE_BYTES ? await readWhole(pdf) : streamed(pdf);
  return { kind: 'printed', body, sizeBytes, report };
}
