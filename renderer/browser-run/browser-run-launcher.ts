import type { LaunchedBrowser } from '../supervised-browser.ts';
import { type BrowserRunBinding, BrowserRunRefused, endSession, launchSession } from './session.ts';

/** Pause after a refusal. Browser Run starts at most three browsers a second. */
const REFUSAL_PAUSE_MS = 1_000;

const SESSIONS_KEY = 'sessions';

/** Stores the ids of its sessions, so that the next instance of an evicted object can end them. */
export class BrowserRunLauncher {
  readonly #binding: BrowserRunBinding;
  readonly #storage: DurableObjectStorage;
  readonly #sessions = new Set<string>();
  #refusal: { readonly error: BrowserRunRefused; readonly until: number } | null = null;

  constructor(binding: BrowserRunBinding, storage: DurableObjectStorage) {
    this.#binding = binding;
    this.#storage = storage;
  }

  /** @throws {BrowserRunRefused} also for one second after a refusal */
  async launch(): Promise<LaunchedBrowser> {
    if (this.#refusal && Date.now() < this.#refusal.until) throw this.#refusal.error;
    await this.#endForgottenSessions();
    try {
      const { sessionId, connection } = await launchSession(this.#binding);
      this.#sessions.add(sessionId);
      await this.#saveSessions();
      return { connection, end: () => this.#end(sessionId) };
    } catch (error) {
      if (error instanceof BrowserRunRefused) {
        this.#refusal = { error, until: Date.now() + REFUSAL_PAUSE_MS };
      }
      throw error;
    }
  }

  /** A browser whose connection is lost may still run, and costs money until its session is ended. */
  async #end(sessionId: string): Promise<void> {
    await endSession(this.#binding, sessionId);
    this.#sessions.delete(sessionId);
    await this.#saveSessions();
  }

  async #endForgottenSessions(): Promise<void> {
    const saved = (await this.#storage.get<string[]>(SESSIONS_KEY)) ?? [];
    const forgotten = saved.filter((sessionId) => !this.#sessions.has(sessionId));
    await Promise.all(forgotten.map((sessionId) => endSession(this.#binding, sessionId)));
  }

  #saveSessions(): Promise<void> {
    return this.#storage.put(SESSIONS_KEY, [...this.#sessions]);
  }
}
