import type { Tracing } from './platform-trace.ts';

/** On Workers the clock moves only with I/O, so a phase without I/O may show 0. */
export class Phases {
  readonly #durations = new Map<string, number>();
  readonly #tracing: Tracing | undefined;
  readonly #startedAt = performance.now();

  /** @param tracing each phase is a span of the platform's trace */
  constructor(tracing?: Tracing) {
    this.#tracing = tracing;
  }

  async measure<Result>(phase: string, work: () => Result | Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      const tracing = this.#tracing;
      return await (tracing === undefined ? work() : tracing.enterSpan(`platen.${phase}`, work));
    } finally {
      this.#durations.set(phase, performance.now() - startedAt);
    }
  }

  note(phase: string, durationMs: number): void {
    this.#durations.set(phase, durationMs);
  }

  /** Milliseconds, rounded to a tenth. */
  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.#durations].map(([phase, ms]) => [phase, Math.round(ms * 10) / 10]));
  }

  /** Returns the phases and, as `other`, the time outside all of them. Empty if nothing was measured. */
  toHeader(): string {
    if (this.#durations.size === 0) return '';
    const measuredMs = this.#durations.values().reduce((sum, ms) => sum + ms, 0);
    // Phases can overlap.
    const otherMs = Math.max(0, performance.now() - this.#startedAt - measuredMs);
    return [...this.#durations, ['other', otherMs] as const]
      .map(([phase, ms]) => `${phase};dur=${ms.toFixed(1)}`)
      .join(', ');
  }
}
