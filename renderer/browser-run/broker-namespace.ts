import type { BrowserBroker } from './broker.ts';
import { brokerName, toLocationHint, type Region } from './region.ts';

export type BrokerNamespace = DurableObjectNamespace<BrowserBroker>;

export const brokerAt = (
  brokers: BrokerNamespace,
  region: Region,
  index: number,
): DurableObjectStub<BrowserBroker> =>
  brokers.get(brokers.idFromName(brokerName({ region, index })), toLocationHint(region));
