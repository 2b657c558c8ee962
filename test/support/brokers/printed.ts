import type { BrokerAnswer, BrokerLoad } from '../../../renderer/browser-run/broker-protocol.ts';
import type { PrintOutcome } from '../../../renderer/outcome.ts';
import { REPORT } from '../render-report.ts';

export const CAPACITY = 8;

export const PRINTED: PrintOutcome = {
  kind: 'printed',
  body: new Uint8Array(),
  sizeBytes: 0,
  report: REPORT,
};

const LOAD: BrokerLoad = {
  jobs: 0,
  passed: 0,
  capacity: CAPACITY,
  bytes: 0,
  isReady: true,
  paceMs: null,
  members: [0],
};

/** Makes the answer of a broker, with the load of one that is idle. */
export const answerOf = (outcome: PrintOutcome, load: Partial<BrokerLoad> = {}): BrokerAnswer => ({
  ...outcome,
  load: { ...LOAD, ...load },
});
