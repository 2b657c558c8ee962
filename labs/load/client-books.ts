import type { Kind } from './plan.ts';
import type { Workspace } from './workspaces.ts';

/** The end of a request, as its client sees it. */
export type Outcome = 'done' | 'refused' | 'failed' | 'unanswered';

interface Count {
  sent: number;
  /** The results of the requests. */
  done: number;
  /** 429 or 503, with `Retry-After`. */
  refused: number;
  /** Any other answer. */
  failed: number;
  unanswered: number;
  longestMs: number;
}

const MAX_LISTED = 20;

/** The files, jobs and batches of one workspace, as its clients know them. */
export class WorkspaceBooks {
  /** Files of answers, of jobs and of rows. The service must have made these and no others. */
  readonly made = new Set<string>();
  readonly deleted = new Set<string>();
  /** Files whose retention has ended. */
  readonly expired = new Set<string>();
  /** Jobs and batches that were accepted. */
  readonly jobs = new Set<string>();
  readonly batches = new Set<string>();
  /** And how they ended. */
  readonly succeededJobs = new Set<string>();
  readonly failedJobs = new Set<string>();
  readonly endedBatches = new Set<string>();
  readonly #readable: string[] = [];
  readonly #deletable: string[] = [];

  /** @param isPlain whether it is a PDF of one print */
  add(fileId: string, isPlain: boolean): void {
    if (this.made.has(fileId)) return;
    this.made.add(fileId);
    if (!isPlain) return;
    // A file is read or deleted, never both, so that no request loses its file.
    if (this.made.size % 3 === 0) this.#deletable.push(fileId);
    else this.#readable.push(fileId);
  }

  toRead(choice: number): string | null {
    return this.#readable[Math.floor(choice * this.#readable.length)] ?? null;
  }

  toDelete(): string | null {
    return this.#deletable.shift() ?? null;
  }

  /** @param files until when each one is kept */
  expire(files: ReadonlyMap<string, number>, now: number): void {
    for (const [fileId, until] of files) if (until <= now) this.expired.add(fileId);
    // The files that are left may expire while they are used.
    this.#readable.length = 0;
    this.#deletable.length = 0;
  }
}

/** The requests that the clients have sent, and the answers. */
export class ClientBooks {
  readonly problems: string[] = [];
  readonly counts = new Map<Kind, Count>();
  /** Error codes of answers that were not refusals. */
  readonly codes = new Map<string, number>();
  readonly #workspaces = new Map<string, WorkspaceBooks>();

  of({ id }: Pick<Workspace, 'id'>): WorkspaceBooks {
    const known = this.#workspaces.get(id) ?? new WorkspaceBooks();
    this.#workspaces.set(id, known);
    return known;
  }

  fileToRead(workspace: Workspace, choice: number): string | null {
    return this.of(workspace).toRead(choice);
  }

  fileToDelete(workspace: Workspace): string | null {
    return this.of(workspace).toDelete();
  }

  count(kind: Kind, outcome: Outcome, tookMs: number): void {
    const known = this.counts.get(kind) ?? {
      sent: 0,
      done: 0,
      refused: 0,
      failed: 0,
      unanswered: 0,
      longestMs: 0,
    };
    known.sent += 1;
    known[outcome] += 1;
    known.longestMs = Math.max(known.longestMs, tookMs);
    this.counts.set(kind, known);
  }

  countCode(code: string): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  total(outcome: Outcome): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count[outcome], 0);
  }

  /** Records something that may not happen. The run continues. */
  report(problem: string): void {
    if (this.problems.length < MAX_LISTED) this.problems.push(problem);
  }
}
