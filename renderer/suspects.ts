const MEMORY_MS = 600_000;

interface Suspicion {
  /** How often the workspace was suspected in the time that counts. */
  times: number;
  until: number;
  isApart: boolean;
}

/**
 * Workspaces in whose documents something ran while the browser did not answer: one of them may be the reason. So they print apart from
 * the others, until one of their documents has run apart without harm. The second time, they print apart for ten minutes.
 */
export class Suspects {
  readonly #byWorkspace = new Map<string, Suspicion>();

  add(workspaceIds: Iterable<string>): void {
    const now = Date.now();
    for (const [id, { until }] of this.#byWorkspace) if (until <= now) this.#byWorkspace.delete(id);
    for (const id of workspaceIds) {
      const { times } = this.#byWorkspace.get(id) ?? { times: 0 };
      this.#byWorkspace.set(id, { times: times + 1, until: now + MEMORY_MS, isApart: true });
    }
  }

  has(workspaceId: string): boolean {
    const known = this.#byWorkspace.get(workspaceId);
    return known !== undefined && known.isApart && known.until > Date.now();
  }

  /** Call it after a document of the workspace has run apart. */
  clear(workspaceId: string): void {
    const known = this.#byWorkspace.get(workspaceId);
    if (known?.times === 1) known.isApart = false;
  }
}
