import type { ByteSource } from '@platen/pdf';
import type { PrintLimits } from '@platen/print-engine';
import type { Ctx } from '../../../ctx.ts';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';
import type { LaneTerms } from '../open-lane.ts';
import type { KeyOfRequest } from '../reservation.ts';
import type { Phases } from '../../../adapters/tracing/phases.ts';
import type { AssemblyReport } from './assembly-report.ts';
import type { Scratch } from './scratch.ts';

/** What the steps of an assembly share. */
export interface Run {
  readonly ctx: Ctx;
  readonly key: KeyOfRequest;
  readonly limits: PrintLimits;
  readonly terms: LaneTerms;
  readonly phases: Phases;
  readonly memory: RequestMemory;
  readonly templatesVersion: number;
  readonly scratch: Scratch;
  /** Null if none is asked for. */
  readonly report: AssemblyReport | null;
}

/** A file to store. */
export interface Output {
  /** Ends in `.pdf`. */
  readonly filename: string;
  /** Of the file that was split. Null if this is the only file. */
  readonly pages: string | null;
  /** Its size is known before it is read, or shows at its end. */
  readonly open: () => ByteSource | AsyncIterable<Uint8Array>;
}
