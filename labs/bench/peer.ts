import type { Workload } from './workloads.ts';

/** Another way to make the same PDF. */
export interface Peer {
  readonly name: string;
  /** It prints header and footer. If not, it prints documents without them. */
  readonly hasBands: boolean;
  /** It prints only documents for which it has a template. Default: false. */
  readonly isForTemplates?: boolean;
  /** @throws {TookTooLong} @throws {Error} it cannot print the document */
  readonly print: (workload: Workload) => Promise<Uint8Array>;
  /** The processes of a server. A program that runs for each document has none. */
  readonly pids?: () => readonly number[];
  /** A server starts again with its next document. */
  readonly stop: () => Promise<void>;
}

/** The most time for a document. */
export const LONGEST_MS = 180_000;

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
  override readonly message = `took more than ${LONGEST_MS / 1_000} s`;
}

export const PEER_MARGIN_MM = 10;

/** The folder with the servers and their packages. */
export const PEER_FOLDER = 'labs/bench/peers';
