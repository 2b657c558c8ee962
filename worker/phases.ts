/**
 * How long each part of a request took, in the order in which they ended. A Worker's clock moves only
 * with I/O in production, so a phase of pure computing may read 0 there.
 */
export class Phases {
  readonly #durations = new Map<string, number>();

  async measure<Result>(phase: string, work: () => Result | Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#durations.set(phase, performance.now() - startedAt);
    }
  }

  /** A part that was measured elsewhere. */
  note(phase: string, durationMs: number): void {
    this.#durations.set(phase, durationMs);
  }

  /** Milliseconds of each phase, rounded to a tenth. */
  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.#durations].map(([phase, ms]) => [phase, Math.round(ms * 10) / 10]));
  }

  /** As the `Server-Timing` header writes it. */
  toHeader(): string {
    return [...this.#durations].map(([phase, ms]) => `${phase};dur=${ms.toFixed(1)}`).join(', ');
  }
}
