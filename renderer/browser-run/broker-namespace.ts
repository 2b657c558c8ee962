import type { BrokerAnswer, BrokerJob, BrokerLoad, BrokerReport } from './broker-protocol.ts';
import { brokerName, toLocationHint, type Region } from './region.ts';

/** The calls of a broker. */
export interface BrowserBrokerCalls extends Rpc.DurableObjectBranded {
  /** The outcome describes a failure. Throws only if the object is reset. */
  print(asked: BrokerJob): Promise<BrokerAnswer>;
  /** Ends a job that prints or waits. Its `print` then returns the outcome `cancelled`. */
  cancel(jobId: string): void;
  /** Starts the browser, if Browser Run allows it. */
  warm(): Promise<BrokerLoad>;
  look(): BrokerLoad;
  /** As the head of the region. @returns the members */
  report(from: number, report: BrokerReport): readonly number[];
}

export type BrokerNamespace = DurableObjectNamespace<BrowserBrokerCalls>;

export const brokerAt = (
  brokers: BrokerNamespace,
  region: Region,
  index: number,
): DurableObjectStub<BrowserBrokerCalls> =>
  brokers.get(brokers.idFromName(brokerName({ region, index })), toLocationHint(region));
