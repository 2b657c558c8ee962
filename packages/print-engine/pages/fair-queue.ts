interface Queued<Job> {
  readonly owner: string;
  readonly job: Job;
}

/** Waiting jobs. Owners take turns; the jobs of one owner keep their order. */
export class FairQueue<Job> {
  /** In the order of the owners' turns. */
  readonly #owners = new Map<string, Set<Job>>();
  #size = 0;
  #lastOwner: string | null = null;

  get size(): number {
    return this.#size;
  }

  add(owner: string, job: Job): void {
    const jobs = this.#owners.get(owner) ?? new Set();
    this.#owners.set(owner, jobs.add(job));
    this.#size += 1;
  }

  /** False if the job does not wait here. */
  remove(owner: string, job: Job): boolean {
    const jobs = this.#owners.get(owner);
    if (!jobs?.delete(job)) return false;
    this.#size -= 1;
    if (jobs.size === 0) this.#owners.delete(owner);
    return true;
  }

  /**
   * Removes the next job of the owner with the fewest running jobs. Among equals, the owner who waits longest for a
   * turn, and not the one who had the last turn.
   *
   * @param running returns an owner's running jobs, or infinity if `job` may not start now
   */
  take(running: (owner: string, job: Job) => number): Queued<Job> | null {
    let next: Queued<Job> | null = null;
    let fewest = Infinity;
    for (const [owner, [job]] of this.#owners) {
      const count = job === undefined ? Infinity : running(owner, job);
      const isEarlier = count < fewest || (count === fewest && next?.owner === this.#lastOwner);
      if (job === undefined || count === Infinity || !isEarlier) continue;
      fewest = count;
      next = { owner, job };
    }
    if (next !== null) this.#endTurn(next);
    return next;
  }

  #endTurn({ owner, job }: Queued<Job>): void {
    this.#lastOwner = owner;
    const jobs = this.#owners.get(owner);
    this.remove(owner, job);
    if (jobs === undefined || jobs.size === 0) return;
    this.#owners.delete(owner);
    this.#owners.set(owner, jobs);
  }
}
