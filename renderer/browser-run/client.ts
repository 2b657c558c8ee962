import type { PrintJob } from '../../schema/print-job.ts';
import { printedOrThrow } from '../outcome.ts';
import type { PrintedPdf, PrintLimits, Renderer } from '../renderer.ts';
import type { BrowserBroker } from './broker.ts';

export type BrokerNamespace = DurableObjectNamespace<BrowserBroker>;

/** Prints through the brokers of Browser Run. */
export class BrowserRunRenderer implements Renderer {
  readonly #brokers: BrokerNamespace;

  constructor(brokers: BrokerNamespace) {
    this.#brokers = brokers;
  }

  async print(job: PrintJob, limits: PrintLimits): Promise<PrintedPdf> {
    const broker = this.#brokers.get(this.#brokers.idFromName('broker-0'));
    return printedOrThrow(await broker.print(job, limits));
  }
}
