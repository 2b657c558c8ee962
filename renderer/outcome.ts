import {
  PdfTooLarge,
  PrintFailed,
  PrintTimeout,
  RendererUnavailable,
  RenderFailure,
  UnprintableJob,
} from '@platen/print-engine';
import type { PrintedPdf } from './renderer.ts';

/** A limit of the renderer is reached. The job was not started. */
export class RendererBusy extends RendererUnavailable {
  override readonly name = 'RendererBusy';
}

/** For RPC and HTTP, which lose the class of an error. After `busy` or `unavailable`, others may print. */
export type PrintOutcome = PrintedOutcome | FailedOutcome;

interface PrintedOutcome extends PrintedPdf {
  readonly kind: 'printed';
}

export interface FailedOutcome {
  readonly kind: RenderFailure['kind'] | 'busy' | 'unavailable';
  readonly message: string;
}

export function toFailedOutcome(error: unknown): FailedOutcome {
  if (error instanceof RendererBusy) return { kind: 'busy', message: error.message };
  if (error instanceof RendererUnavailable) return { kind: 'unavailable', message: error.message };
  if (error instanceof RenderFailure) return { kind: error.kind, message: error.message };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

export const toRenderFailure = ({ kind, message }: FailedOutcome): RenderFailure =>
  new FAILURES[kind](message);

export function requirePrinted(outcome: PrintOutcome): PrintedPdf {
  if (outcome.kind !== 'printed') throw toRenderFailure(outcome);
  const { body, sizeBytes, report } = outcome;
  return { body, sizeBytes, report };
}

const FAILURES: Readonly<Record<FailedOutcome['kind'], new (message: string) => RenderFailure>> = {
  timeout: PrintTimeout,
  'too-large': PdfTooLarge,
  unprintable: UnprintableJob,
  busy: RendererBusy,
  unavailable: RendererUnavailable,
  failed: PrintFailed,
};
