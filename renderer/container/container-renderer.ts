import { type PrintJob, type PrintLimits, PrintTimeout, RendererUnavailable } from '@platen/print-engine';
import type { PrintedPdf, Renderer } from '../renderer.ts';
import { readPdf } from './read-answer.ts';
import { callContainer, type ContainerFetch, type ContainerHost } from './host.ts';
import type { PrintRequest } from './protocol.ts';

/** How long after the deadline a container may still answer. */
const GRACE_MS = 1_000;

export class ContainerRenderer implements Renderer {
  readonly #host: ContainerHost;
  readonly #token: string;

  constructor(host: ContainerHost, token: string) {
    this.#host = host;
    this.#token = token;
  }

  async print(job: PrintJob, limits: PrintLimits): Promise<PrintedPdf> {
    let unavailable = new RendererUnavailable('no container is configured');
    for (const instance of this.#host.instances(limits.workspaceId)) {
      try {
        return await this.#printAt(instance, job, limits);
      } catch (error) {
        if (!(error instanceof RendererUnavailable)) throw error;
        unavailable = error;
      }
    }
    throw unavailable;
  }

  async #printAt(instance: ContainerFetch, job: PrintJob, limits: PrintLimits): Promise<PrintedPdf> {
    const { workspaceId, deadline, maxPdfBytes } = limits;
    const timeoutMs = Math.max(0, deadline - Date.now());
    const request: PrintRequest = { job, workspaceId, timeoutMs, maxPdfBytes };
    const signal = AbortSignal.timeout(timeoutMs + GRACE_MS);
    try {
      const init = { method: 'POST', body: JSON.stringify(request), signal };
      return await readPdf(await callContainer(instance, this.#token, '/print', init));
    } catch (error) {
      if (signal.aborted) throw new PrintTimeout('the container did not answer in time');
      throw error;
    }
  }
}
