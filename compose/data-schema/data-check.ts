/** At most this many problems of the data are returned. */
export const MAX_PROBLEMS = 20;

/** The check was stopped because it had taken too many steps. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
}

export interface Problem {
  /** Field names and indexes, from the data's root. */
  readonly path: readonly (string | number)[];
  /** Without the path. Built only for the problems that are returned: most are dropped. */
  readonly describe: () => string;
}

/**
 * One check of data against a schema: where it is, what it has found, and what it has cost. A Worker's clock does not
 * move while it computes, so cost is counted in steps.
 */
export class DataCheck {
  readonly path: (string | number)[] = [];
  /** The fields or items of the current value that a schema has checked. It is null if no schema asks for them. */
  evaluated: Set<string | number> | null = null;
  #problems: Problem[] = [];
  #maxProblems: number;
  #steps = 0;
  readonly #maxSteps: number;

  constructor(maxSteps: number, maxProblems: number) {
    this.#maxSteps = maxSteps;
    this.#maxProblems = maxProblems;
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Loops stop then, because further problems would be dropped. */
  get isFull(): boolean {
    return this.#problems.length >= this.#maxProblems;
  }

  /** @throws {CheckStopped} */
  step(count: number): void {
    this.#steps += count;
    if (this.#steps > this.#maxSteps) throw new CheckStopped();
  }

  report(describe: () => string): void {
    this.add({ path: [...this.path], describe });
  }

  add(problem: Problem): void {
    if (!this.isFull) this.#problems.push(problem);
  }

  /** Runs `work` without keeping its problems. @returns up to `maxProblems` of them */
  attempt(maxProblems: number, work: () => void): readonly Problem[] {
    const [problems, max] = [this.#problems, this.#maxProblems];
    this.step(1);
    this.#problems = [];
    this.#maxProblems = maxProblems;
    try {
      work();
      return this.#problems;
    } finally {
      this.#problems = problems;
      this.#maxProblems = max;
    }
  }

  /** True if `work` reports nothing. */
  passes(work: () => void): boolean {
    return this.attempt(1, work).length === 0;
  }
}
