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

/**
 * The result of a print in a form that RPC and HTTP can carry; they lose the class of an error. Another renderer may
 * print the job after `busy`, where it was not started, and `unavailable`, where its browser was lost.
 */
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

/** @throws {RenderFailure} the outcome is a failure */
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
