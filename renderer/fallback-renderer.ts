import type { PrintJob } from '@platen/pdf';
import { type PrintLimits, RendererUnavailable } from '@platen/print-engine';
import type { PrintedPdf, Renderer } from './renderer.ts';

/** If the first renderer is unavailable, prints once with the second. */
export class FallbackRenderer implements Renderer {
  readonly #first: Renderer;
  readonly #second: Renderer;

  constructor(first: Renderer, second: Renderer) {
    this.#first = first;
    this.#second = second;
  }

  async start(): Promise<void> {
    await this.#first.start().catch(() => this.#second.start());
  }

  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PrintedPdf> {
    try {
      return await this.#first.print(job, limits, signal);
    } catch (error) {
      if (!(error instanceof RendererUnavailable) || Date.now() >= limits.deadline || signal?.aborted)
        throw error;
      return await this.#second.print(job, limits, signal);
    }
  }
}
