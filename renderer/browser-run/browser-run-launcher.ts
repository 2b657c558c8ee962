import type { LaunchedBrowser } from '../supervised-browser.ts';
import {
  acquireSession,
  type BrowserRunBinding,
  type BrowserRunLimits,
  BrowserRunRefused,
  connectSession,
  endSession,
  readLimits,
} from './session.ts';

export interface LauncherOptions {
  readonly binding: BrowserRunBinding;
  readonly storage: DurableObjectStorage;
  /** The country that the browser should run in. It is null if it may run anywhere. */
  readonly country: string | null;
  readonly inBackground: (work: Promise<unknown>) => void;
}

type Connection = LaunchedBrowser['connection'];

/** Pause after a refusal that names no time. */
const REFUSAL_PAUSE_MS = 1_000;

/** A launch that is allowed within this time waits for it. */
const MAX_WAIT_MS = 2_000;

const TOUCH_MS = 5_000;

const SESSIONS_KEY = 'sessions';

/** Stores the ids of its sessions: the next instance of an evicted object uses one of them and ends the others. */
export class BrowserRunLauncher {
  readonly #options: LauncherOptions;
  readonly #sessions = new Map<string, Connection>();
  #refusal: { readonly error: BrowserRunRefused; readonly until: number } | null = null;

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  /** @throws {BrowserRunRefused} also for one second after a refusal */
  async launch(): Promise<LaunchedBrowser> {
    const known = await this.#reconnect();
    if (known !== null) return known;
    if (this.#refusal && Date.now() < this.#refusal.until) throw this.#refusal.error;
    try {
      await this.#obeyLimits();
      const { binding, country } = this.#options;
      return await this.#open(await acquireSession(binding, country));
    } catch (error) {
      if (error instanceof BrowserRunRefused) {
        this.#refusal = { error, until: Date.now() + (error.retryAfterMs ?? REFUSAL_PAUSE_MS) };
      }
      throw error;
    }
  }

  /** Browser Run ends a session without commands. Finds out, too, when a connection is lost without an event. */
  async touch(): Promise<void> {
    await Promise.all(Array.from(this.#sessions.values(), touchConnection));
  }

  /** Ends the sessions of an evicted instance. */
  async endForgotten(): Promise<void> {
    const forgotten = await this.#forgotten();
    await Promise.all(forgotten.map((sessionId) => endSession(this.#options.binding, sessionId)));
    await this.#saveSessions();
  }

  /** The session of an evicted instance still has its browser, unless too much time has passed. */
  async #reconnect(): Promise<LaunchedBrowser | null> {
    const [sessionId, ...others] = await this.#forgotten();
    if (sessionId === undefined) return null;
    const known = await this.#open(sessionId).catch(() => null);
    for (const other of others) this.#endInBackground(other);
    await this.#saveSessions();
    return known;
  }

  async #open(sessionId: string): Promise<LaunchedBrowser> {
    const { binding } = this.#options;
    const connection = await connectSession(binding, sessionId).catch((error: unknown) => {
      this.#endInBackground(sessionId);
      throw error;
    });
    this.#sessions.set(sessionId, connection);
    await this.#saveSessions();
    return { connection, end: () => this.#end(sessionId) };
  }

  /** Ending a session can take seconds, and a job waits. */
  #endInBackground(sessionId: string): void {
    this.#options.inBackground(endSession(this.#options.binding, sessionId));
  }

  /** A browser whose connection is lost may still run, and costs money until its session is ended. */
  async #end(sessionId: string): Promise<void> {
    await endSession(this.#options.binding, sessionId);
    this.#sessions.delete(sessionId);
    await this.#saveSessions();
  }

  /** @throws {BrowserRunRefused} the account may not start a browser now */
  async #obeyLimits(): Promise<void> {
    const limits = await readLimits(this.#options.binding);
    const waitMs = limits === null ? 0 : waitFor(limits);
    if (waitMs > MAX_WAIT_MS) throw new BrowserRunRefused(429, 'the limit of the account', waitMs);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  async #forgotten(): Promise<string[]> {
    // Taken first: a session that ends during the read is still in what was read.
    const known = new Set(this.#sessions.keys());
    const saved = (await this.#options.storage.get<string[]>(SESSIONS_KEY)) ?? [];
    return saved.filter((sessionId) => !known.has(sessionId));
  }

  #saveSessions(): Promise<void> {
    return this.#options.storage.put(SESSIONS_KEY, [...this.#sessions.keys()]);
  }
}

async function touchConnection(connection: Connection): Promise<void> {
  await connection.send('Browser.getVersion', {}, TOUCH_MS).catch(() => connection.close());
}

/** A full account has room when one of its sessions ends, so the wait is a guess. */
const FULL_PAUSE_MS = 5_000;

function waitFor(limits: BrowserRunLimits): number {
  const { activeSessions, maxConcurrentSessions, allowedBrowserAcquisitions } = limits;
  if (activeSessions !== null && activeSessions >= maxConcurrentSessions) return FULL_PAUSE_MS;
  if (allowedBrowserAcquisitions > 0) return 0;
  return Math.max(1, limits.timeUntilNextAllowedBrowserAcquisition);
}
