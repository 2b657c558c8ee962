import type { PrintJob } from '@platen/pdf';
import type { PrintLimits } from '@platen/print-engine';
import type { PrintOutcome } from '../outcome.ts';

/** Messages between a Worker and the brokers. */

export interface BrokerJob {
  /** For `cancel`. */
  readonly id: string;
  /** Without its HTML if that is streamed. */
  readonly job: PrintJob;
  readonly limits: PrintLimits;
  readonly whenBusy: WhenBusy;
  readonly htmlCharacters: number;
  readonly html?: ReadableStream<Uint8Array>;
}

/** Every answer of a broker has it. A client chooses by it. */
export interface BrokerLoad {
  /** Jobs that print or wait. */
  readonly jobs: number;
  /** The number of background jobs among them that wait. All other jobs pass them. */
  readonly passed: number;
  /** Jobs that the browser prints at once. */
  readonly capacity: number;
  /** Memory of the documents that print or wait. */
  readonly bytes: number;
  /** A browser is running. */
  readonly isReady: boolean;
  /** The shortest of the last prints: a slow machine is slow for every document. It is null after too few prints. */
  readonly paceMs: number | null;
  /** The brokers of the region that are in use, by the last answer of the head. */
  readonly members: readonly number[];
}

/** A few background jobs wait at a broker, so that its pages are never without work. */
const WAITING = 4;

export const isCrowded = ({ passed }: BrokerLoad): boolean => passed > WAITING;

export type BrokerAnswer = PrintOutcome & { readonly load: BrokerLoad };

/** `reject`: only if the job can start at once. `wait`: also in the broker's queue, which is bounded. */
export type WhenBusy = 'reject' | 'wait';

/** The load of a broker, which it reports to the head of its region. */
export interface BrokerReport {
  /** Jobs that printed or waited, averaged over the time since the last report. */
  readonly demand: number;
  readonly capacity: number;
  readonly isReady: boolean;
  readonly paceMs: number | null;
}

/** The other brokers of the region. */
export interface Peers {
  /** @returns the members, as the head decides. Rejects if the broker is out of reach. */
  report(index: number, from: number, report: BrokerReport): Promise<readonly number[]>;
  /** Starts its browser. */
  warm(index: number): Promise<BrokerLoad>;
  /** Starts nothing. */
  look(index: number): Promise<BrokerLoad>;
}
