import type { PrintJob } from '@platen/pdf';
import { type PrintLimits, RendererUnavailable } from '@platen/print-engine';
import type { PrintedPdf, Renderer } from '../renderer.ts';
import { callToPrint } from './call-to-print.ts';
import { callContainer, type ContainerFetch, type ContainerHost } from './host.ts';
import type { PrintRequest } from './protocol.ts';

export class ContainerRenderer implements Renderer {
  readonly #host: ContainerHost;
  readonly #token: string;

  constructor(host: ContainerHost, token: string) {
    this.#host = host;
    this.#token = token;
  }

  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PrintedPdf> {
    let unavailable = new RendererUnavailable('no container is configured');
    for (const instance of this.#host.instances(limits.workspaceId)) {
      try {
        return await this.#printAt(instance, job, limits, signal);
      } catch (error) {
        if (!(error instanceof RendererUnavailable)) throw error;
        unavailable = error;
      }
    }
    throw unavailable;
  }

  async start(): Promise<void> {
    const [instance] = this.#host.instances('');
    const answer = instance && (await callContainer(instance, this.#token, '/health', {}));
    if (!answer?.ok) throw new RendererUnavailable('no container is ready');
  }

  #printAt(
    instance: ContainerFetch,
    job: PrintJob,
    { deadline, ...limits }: PrintLimits,
    signal: AbortSignal | undefined,
  ): Promise<PrintedPdf> {
    const request: PrintRequest = { job, timeoutMs: Math.max(0, deadline - Date.now()), ...limits };
    const call = { path: '/print', body: JSON.stringify(request), deadline };
    return callToPrint(instance, this.#token, call, signal);
  }
}
