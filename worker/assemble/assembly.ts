import type { ByteSource, PrintLimits } from '@platen/print-engine';
import type { FinishRequest, MergeRequest, SplitRequest } from '../../schema/api/assemble.ts';
import type { Ctx } from '../ctx.ts';
import type { RequestMemory } from '../memory/request-memory.ts';
import type { LaneTerms } from '../pdf/open-lane.ts';
import type { KeyOfRequest } from '../pdf/reservation.ts';
import type { Phases } from '../phases.ts';
import type { Scratch } from './scratch.ts';

/** A request that makes PDFs of others. The body is valid already. */
export type Assembly =
  | { readonly kind: 'merge'; readonly body: MergeRequest }
  | { readonly kind: 'split'; readonly body: SplitRequest }
  | { readonly kind: 'finish'; readonly body: FinishRequest };

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
