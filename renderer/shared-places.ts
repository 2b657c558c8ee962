import { allowedPlaces, type PrintLimits } from '@platen/print-engine';
import { RendererBusy } from './outcome.ts';

export type ShareLimits = Pick<PrintLimits, 'workspaceId' | 'pageShare' | 'isBackground'>;

/** Places for jobs that print or wait. A workspace takes at most its share of them. */
export class SharedPlaces {
  readonly #taken = new Map<string, number>();
  #total = 0;

  get taken(): number {
    return this.#total;
  }

  /** @throws {RendererBusy} */
  requireFree({ workspaceId, pageShare = 1, isBackground = false }: ShareLimits, count: number): void {
    // The other half is for the jobs that somebody waits for.
    if (this.#total >= (isBackground ? Math.ceil(count / 2) : count))
      throw new RendererBusy('all places are taken');
    if (this.#takenBy(workspaceId) >= allowedPlaces(count, pageShare)) {
      throw new RendererBusy('the workspace has taken its share of the places');
    }
  }

  /** @throws {RendererBusy} */
  async hold<T>(limits: ShareLimits, count: number, work: () => Promise<T>): Promise<T> {
    this.requireFree(limits, count);
    this.take(limits.workspaceId);
    try {
      return await work();
    } finally {
      this.free(limits.workspaceId);
    }
  }

  take(workspaceId: string): void {
    this.#taken.set(workspaceId, this.#takenBy(workspaceId) + 1);
    this.#total += 1;
  }

  free(workspaceId: string): void {
    const left = this.#takenBy(workspaceId) - 1;
    if (left > 0) this.#taken.set(workspaceId, left);
    else this.#taken.delete(workspaceId);
    this.#total -= 1;
  }

  #takenBy(workspaceId: string): number {
    return this.#taken.get(workspaceId) ?? 0;
  }
}
