const SAMPLES = 20;

/** A broker is slow if its shortest print takes this many times as long as another one's. */
export const SLOW = 3;

/** The shortest of the last prints. A workspace with slow documents does not change it for the others. */
export class Pace {
  readonly #durationsMs: number[] = [];

  /** It is null until there are enough prints. */
  get shortestMs(): number | null {
    return this.#durationsMs.length < SAMPLES / 4 ? null : Math.min(...this.#durationsMs);
  }

  note(durationMs: number): void {
    this.#durationsMs.push(durationMs);
    if (this.#durationsMs.length > SAMPLES) this.#durationsMs.shift();
  }
}
