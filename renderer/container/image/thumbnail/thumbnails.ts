import { JobSlots, PrintFailed, type PrintLimits, UnprintableJob, WaitTimeout } from '@platen/print-engine';
import { DrawingProcess } from './drawing-process.ts';
import type { DrawnPage, DrawingProblem } from './page-drawer.ts';
import type { DrawRequest } from './protocol.ts';

/** Page one must be drawn in this time. A4 of text takes 20 ms. */
const MAX_DRAWING_MS = 10_000;

/** A process is replaced after this many drawings. */
const MAX_DRAWINGS = 500;

const PROBLEMS: Readonly<Record<DrawingProblem, () => Error>> = {
  password: () => new UnprintableJob('thumbnail: page one cannot be drawn without the password of the PDF'),
  'no-page': () => new UnprintableJob('page: the PDF has fewer pages'),
  damaged: () => new PrintFailed('PDFium does not read the PDF'),
};

type Limits = Pick<PrintLimits, 'workspaceId' | 'deadline' | 'pageShare'>;

export interface ThumbnailOptions {
  /** Processes that draw at the same time. */
  readonly processes: number;
  readonly maxDrawingMs?: number;
}

/** Draws page one of PDFs in processes of their own, which start when they are needed. */
export class Thumbnails {
  readonly #slots: JobSlots;
  readonly #maxDrawingMs: number;
  readonly #idle: DrawingProcess[] = [];
  readonly #running = new Set<DrawingProcess>();

  constructor({ processes, maxDrawingMs = MAX_DRAWING_MS }: ThumbnailOptions) {
    this.#slots = new JobSlots(processes);
    this.#maxDrawingMs = maxDrawingMs;
  }

  /** @throws {RenderFailure} */
  async draw(request: DrawRequest, limits: Limits, signal: AbortSignal): Promise<DrawnPage> {
    await this.#slots.acquire(limits, signal);
    const startedAt = performance.now();
    try {
      return await this.#draw(request, limits.deadline, signal);
    } catch (error) {
      throw addPageMs(error, performance.now() - startedAt);
    } finally {
      this.#slots.release(limits);
    }
  }

  async #draw(request: DrawRequest, deadline: number, signal: AbortSignal): Promise<DrawnPage> {
    const process = this.#take();
    const timeoutMs = Math.max(0, Math.min(this.#maxDrawingMs, deadline - Date.now()));
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await process.draw(request, AbortSignal.any([late, signal]));
      if ('problem' in answer) throw PROBLEMS[answer.problem]();
      return answer;
    } catch (error) {
      if (!late.aborted) throw error;
      throw new WaitTimeout(`thumbnail: page one was not drawn within ${timeoutMs} ms`);
    } finally {
      this.#putBack(process);
    }
  }

  #take(): DrawingProcess {
    let process = this.#idle.pop();
    // The system may have ended it, for its memory.
    while (process?.hasEnded === true) process = this.#idle.pop();
    process ??= new DrawingProcess();
    this.#running.add(process);
    return process;
  }

  #putBack(process: DrawingProcess): void {
    this.#running.delete(process);
    if (process.hasEnded) return;
    if (process.drawings < MAX_DRAWINGS) this.#idle.push(process);
    else void process.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle.splice(0), ...this.#running].map((process) => process.end()));
  }
}

/** A drawing counts as page time, so that those that fail are limited too (contract 4.7). */
function addPageMs(error: unknown, ms: number): unknown {
  const failure = error instanceof Error && 'pageMs' in error ? error : new PrintFailed(String(error));
  return Object.assign(failure, { pageMs: ms });
}
