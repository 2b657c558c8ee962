/** After this much work, other requests of the process have a turn. It takes 10 to 20 ms. */
const WORK_AT_ONCE = 2_000_000;

/** Between two looks at the clock. In a Worker, the clock stands still until the next pause. */
const WORK_PER_LOOK = 100_000;

/** The input needs more work than is allowed. */
export class WorkLimitExceeded extends Error {
  override readonly name = 'WorkLimitExceeded';

  constructor(maxWork: number) {
    super(`This needs more than ${maxWork} units of work.`);
  }
}

/** The input needs more memory than is allowed. */
export class MemoryLimitExceeded extends Error {
  override readonly name = 'MemoryLimitExceeded';

  constructor(maxHeldBytes: number) {
    super(`This needs more than ${maxHeldBytes} bytes of memory.`);
  }
}

/** The time of the request is over. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('The time is over.');
  }
}

/** Nobody waits for the work any more. */
export class WorkCancelled extends Error {
  override readonly name = 'WorkCancelled';

  constructor() {
    super('The work was cancelled.');
  }
}

export interface MeterLimits {
  /** In units: one is about the work of looking at a byte. */
  readonly maxWork: number;
  /** The bytes that are in memory at the same time. */
  readonly maxHeldBytes?: number;
  /** In milliseconds, as `Date.now()` counts them. */
  readonly deadline?: number;
  /** Ends the work too. */
  readonly signal?: AbortSignal;
}

/**
 * The work and the memory that a request may cost. Each reader of untrusted input takes one as an argument, and charges what it does: each byte that
 * it reads, expands, searches or copies, and more for a value that it makes.
 */
export class Meter {
  readonly #limits: MeterLimits;
  readonly #whole: Meter | null;
  #work = 0;
  #heldBytes = 0;
  #pausedAt = 0;
  #lookedAt = 0;

  /** @param whole is charged too */
  constructor(limits: MeterLimits, whole: Meter | null = null) {
    this.#limits = limits;
    this.#whole = whole;
  }

  /** A part of this work, with limits of its own below those of the whole. */
  part(limits: MeterLimits): Meter {
    return new Meter(limits, this);
  }

  /** The units that were charged. */
  get work(): number {
    return this.#work;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Other requests should have a turn. */
  get isDue(): boolean {
    return this.#whole?.isDue ?? this.#work - this.#pausedAt >= WORK_AT_ONCE;
  }

  /** @throws {WorkLimitExceeded | DeadlineExceeded | WorkCancelled} */
  charge(work: number): void {
    this.#work += work;
    if (this.#work > this.#limits.maxWork) throw new WorkLimitExceeded(this.#limits.maxWork);
    if (this.#work - this.#lookedAt >= WORK_PER_LOOK) this.#look();
    this.#whole?.charge(work);
  }

  /** Counts bytes that stay in memory until `release`. @throws {MemoryLimitExceeded} */
  hold(bytes: number): void {
    this.#whole?.hold(bytes);
    this.#heldBytes += bytes;
    const { maxHeldBytes = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#heldBytes > maxHeldBytes) throw new MemoryLimitExceeded(maxHeldBytes);
  }

  release(bytes: number): void {
    this.#whole?.release(bytes);
    this.#heldBytes -= bytes;
  }

  /** Gives others a turn if it is due. @throws {DeadlineExceeded | WorkCancelled} */
  async pause(): Promise<void> {
    if (!this.isDue) return;
    this.#startTurn();
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#lookAll();
  }

  #startTurn(): void {
    this.#pausedAt = this.#work;
    if (this.#whole !== null) this.#whole.#startTurn();
  }

  #lookAll(): void {
    this.#look();
    if (this.#whole !== null) this.#whole.#lookAll();
  }

  #look(): void {
    this.#lookedAt = this.#work;
    const { deadline = Number.POSITIVE_INFINITY, signal } = this.#limits;
    if (signal?.aborted === true) throw new WorkCancelled();
    if (Date.now() >= deadline) throw new DeadlineExceeded();
  }
}
