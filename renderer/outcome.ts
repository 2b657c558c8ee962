import {
  PdfTooLarge,
  type PrintedPdf,
  PrintFailed,
  PrintTimeout,
  RenderFailure,
  type RenderReport,
  RendererUnavailable,
  UnprintableJob,
} from './renderer.ts';

/**
 * What a print comes to, in a form that survives RPC and HTTP, where the class of an error does not.
 * `busy`, where the job was not begun, and `unavailable`, where it lost its browser, may go elsewhere.
 */
export type PrintOutcome =
  | {
      readonly kind: 'printed';
      readonly body: PrintedPdf['body'];
      readonly sizeBytes: number;
      readonly report: RenderReport;
    }
  | { readonly kind: RenderFailure['kind'] | 'busy' | 'unavailable'; readonly message: string };

export function outcomeOfError(error: unknown): PrintOutcome {
  if (error instanceof RendererUnavailable) return { kind: 'unavailable', message: error.message };
  if (error instanceof RenderFailure) return { kind: error.kind, message: error.message };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/** @throws {RenderFailure} the failure that the outcome tells of */
export function printedOrThrow(outcome: PrintOutcome): PrintedPdf {
  if (outcome.kind !== 'printed') throw new FAILURES[outcome.kind](outcome.message);
  const { body, sizeBytes, report } = outcome;
  return { body, sizeBytes, report };
}

const FAILURES: Readonly<
  Record<Exclude<PrintOutcome['kind'], 'printed'>, new (message: string) => RenderFailure>
> = {
  timeout: PrintTimeout,
  'too-large': PdfTooLarge,
  unprintable: UnprintableJob,
  busy: RendererUnavailable,
  unavailable: RendererUnavailable,
  failed: PrintFailed,
};
