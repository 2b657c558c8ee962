import { serviceBusy } from '../api-error.ts';

export interface BudgetLimits {
  readonly maxBytes: number;
  /** For all requests of one workspace together. */
  readonly maxShareBytes: number;
  /**
   * The request that always fits. `oldest` is for memory that grows step by step: otherwise several requests could each hold
   * a part and wait for each other. With `alone`, at most one request exceeds `maxBytes`.
   */
  readonly alwaysFits: 'oldest' | 'alone';
}

/** A request waits this long for memory, and then gets a 503. */
const MAX_WAIT_MS = 5_000;

/** Requests poll, because on Workers a request cannot wait for a promise of another request. */
const POLL_MS = 20;

/**
 * Limits the memory of the requests in one isolate. Cloudflare ends an isolate that uses more than 128 MB, with all of
 * its requests.
 */
export class MemoryBudget {
  readonly #limits: BudgetLimits;
  readonly #allowances = new Set<Allowance>();

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /**
   * @param owner has a share of the budget, such as a workspace
   * @param expiresAt epoch milliseconds. Workers may drop a request without running its `finally`.
   */
  open(owner: string, expiresAt: number): Allowance {
    this.removeExpired();
    const allowance = new Allowance(this, owner, expiresAt);
    this.#allowances.add(allowance);
    return allowance;
  }

  fits(asking: Allowance, bytes: number): boolean {
    const { maxBytes, maxShareBytes } = this.#limits;
    const holders = Array.from(this.#allowances).filter((allowance) => allowance.bytes > 0);
    const ofOwner = holders.filter(({ owner }) => owner === asking.owner);
    return (
      this.#fitsAmong(holders, asking, bytes, maxBytes) &&
      this.#fitsAmong(ofOwner, asking, bytes, maxShareBytes)
    );
  }

  #fitsAmong(holders: readonly Allowance[], asking: Allowance, bytes: number, maxBytes: number): boolean {
    const held = holders.reduce((sum, allowance) => sum + allowance.bytes, 0);
    if (held + bytes <= maxBytes || held === asking.bytes) return true;
    return this.#limits.alwaysFits === 'oldest' && holders[0] === asking;
  }

  remove(allowance: Allowance): void {
    this.#allowances.delete(allowance);
  }

  removeExpired(): void {
    const now = Date.now();
    for (const allowance of this.#allowances) if (allowance.expiresAt <= now) allowance.release();
  }
}

/** The memory of one request. */
export class Allowance {
  readonly owner: string;
  readonly expiresAt: number;
  readonly #budget: MemoryBudget;
  #bytes = 0;
  #isReleased = false;

  constructor(budget: MemoryBudget, owner: string, expiresAt: number) {
    this.#budget = budget;
    this.owner = owner;
    this.expiresAt = expiresAt;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts memory that is in use already. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Returns false if the bytes do not fit now. */
  tryGrow(bytes: number): boolean {
    if (!this.#budget.fits(this, bytes)) return false;
    this.add(bytes);
    return true;
  }

  /** @param deadline epoch milliseconds @throws {ApiError} `SERVICE_BUSY` if there is no room in time */
  async grow(bytes: number, deadline: number): Promise<void> {
    const until = Math.min(deadline, Date.now() + MAX_WAIT_MS);
    while (this.#isReleased || !this.tryGrow(bytes)) {
      if (this.#isReleased || Date.now() >= until) throw serviceBusy();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      this.#budget.removeExpired();
    }
  }

  release(): void {
    this.#bytes = 0;
    this.#isReleased = true;
    this.#budget.remove(this);
  }
}
