interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes only when `runUntil` reaches the next thing to do. A binary heap of what is due. */
export class VirtualClock {
  #now = 1_000_000;
  #order = 0;
  readonly #heap: (Due | undefined)[] = [];

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number): Promise<void> => new Promise((resolve) => this.after(ms, resolve));

  after(ms: number, run: () => void): void {
    this.#order += 1;
    // Whole milliseconds: everything that is due in one is run together.
    this.#push({ at: Math.ceil(this.#now + Math.max(0, ms)), order: this.#order, run });
  }

  async runFor(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#now = next.at;
      while (this.#heap[0] && this.#heap[0].at <= this.#now) this.#pop()?.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = end;
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let child = heap.push(due) - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!isBefore(due, heap[parent])) break;
      heap[child] = heap[parent];
      child = parent;
    }
    heap[child] = due;
  }

  #pop(): Due | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
      if (!isBefore(heap[child], last)) break;
      heap[parent] = heap[child];
      parent = child;
    }
    heap[parent] = last;
    return first;
  }
}

const isBefore = (one: Due | undefined, two: Due | undefined): boolean =>
  one !== undefined && two !== undefined && (one.at < two.at || (one.at === two.at && one.order < two.order));
