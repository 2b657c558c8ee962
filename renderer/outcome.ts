import type { Fault } from '@platen/pdf';
import {
  FaultyDocument,
  NoPageInTime,
  PdfTooLarge,
  PrintCancelled,
  PrintFailed,
  PrintTimeout,
  RendererUnavailable,
  RenderFailure,
  UnprintableJob,
  WaitTimeout,
} from '@platen/print-engine';
import type { PrintedPdf } from './renderer.ts';

/** A limit of the renderer is reached. The job was not started. */
export class RendererBusy extends RendererUnavailable {
  override readonly name = 'RendererBusy';
}

/** The outcome of a print for RPC and HTTP, which lose the class of an error. After `busy` or `unavailable`, others may print. */
export type PrintOutcome = PrintedOutcome | FailedOutcome;

interface PrintedOutcome extends PrintedPdf {
  readonly kind: 'printed';
}

export interface FailedOutcome {
  readonly kind: RenderFailure['kind'] | 'busy' | 'unavailable';
  readonly message: string;
  /** See `RenderFailure`. */
  readonly pageMs?: number | undefined;
  /** Only `faulty` has them. */
  readonly faults?: readonly Fault[] | undefined;
}

export function toFailedOutcome(error: unknown): FailedOutcome {
  if (!(error instanceof RenderFailure)) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  const { message, pageMs } = error;
  const outcome = { kind: failureKind(error), message, pageMs: Math.round(pageMs) };
  return error instanceof FaultyDocument ? { ...outcome, faults: error.faults } : outcome;
}

function failureKind(error: RenderFailure): FailedOutcome['kind'] {
  if (error instanceof RendererBusy) return 'busy';
  return error instanceof RendererUnavailable ? 'unavailable' : error.kind;
}

export const toRenderFailure = ({ kind, message, pageMs = 0, faults = [] }: FailedOutcome): RenderFailure =>
  Object.assign(kind === 'faulty' ? new FaultyDocument(faults) : new FAILURES[kind](message), { pageMs });

export function requirePrinted(outcome: PrintOutcome): PrintedPdf {
  if (outcome.kind !== 'printed') throw toRenderFailure(outcome);
  const { body, sizeBytes, report } = outcome;
  return { body, sizeBytes, report };
}

const FAILURES: Readonly<
  Record<Exclude<FailedOutcome['kind'], 'faulty'>, new (message: string) => RenderFailure>
> = {
  timeout: PrintTimeout,
  wait: WaitTimeout,
  'no-page': NoPageInTime,
  cancelled: PrintCancelled,
  'too-large': PdfTooLarge,
  unprintable: UnprintableJob,
  busy: RendererBusy,
  unavailable: RendererUnavailable,
  failed: PrintFailed,
};
