import { DeadlineExceeded, WorkLimitExceeded } from '@platen/meter';
import { type Fault, InvalidPdfOption, ImpossiblePdf } from '@platen/pdf';
import {
  FaultyDocument,
  NoPageInTime,
  PdfTooLarge,
  PrintFailed,
  PrintTimeout,
  UnprintableJob,
  WaitTimeout,
} from '@platen/print-engine';
import { UnusableAssets } from '../../compose/assets/unusable-assets.ts';
import { FaultyComposition, InvalidComposition, TemplateError } from '../../compose/errors.ts';
import { RendererBusy } from '../../renderer/outcome.ts';
import { ALL_FAULT_KINDS, FAULT_CODES } from '../../schema/api/fail-on.ts';
import { ApiError, invalidRequest, serviceBusy } from './api-error.ts';

/**
 * For errors that are not listed here, the client gets only the request id. An error of the document has no cause: the client gets its text,
 * which can quote the document, and the service logs causes.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TemplateError) {
    return new ApiError('TEMPLATE_COMPILATION_ERROR', {
      values: { problem: error.message },
      details: error.details,
    });
  }
  if (error instanceof UnusableAssets) {
    const message =
      error.code === 'ASSET_NOT_FOUND' ? 'The document names assets that do not exist.' : undefined;
    return new ApiError(error.code, { details: error.details, ...(message && { message }) });
  }
  if (error instanceof InvalidComposition) return invalidRequest(error.details);
  if (error instanceof FaultyComposition || error instanceof FaultyDocument)
    return faultyDocument(error.faults);
  if (error instanceof ImpossiblePdf)
    return faultyDocument(error.problems.map((detail) => ({ kind: error.option, detail })));
  if (error instanceof UnprintableJob || error instanceof InvalidPdfOption)
    return invalidRequest([error.detail]);
  if (error instanceof WaitTimeout) {
    const message = 'The document was not ready in time.';
    return new ApiError('REQUEST_TIMEOUT', { message, details: [error.detail] });
  }
  // The document was not the reason, and a later request may find a page.
  if (error instanceof NoPageInTime) return serviceBusy(error);
  // The limit of work is what can be done in the timeout of the plan.
  if (
    error instanceof PrintTimeout ||
    error instanceof DeadlineExceeded ||
    error instanceof WorkLimitExceeded
  ) {
    return new ApiError('REQUEST_TIMEOUT', { cause: error });
  }
  if (error instanceof PdfTooLarge) {
    return new ApiError('FILE_TOO_LARGE', {
      cause: error,
    });
  }
  if (error instanceof RendererBusy) return serviceBusy(error);
  if (error instanceof PrintFailed) {
    return new ApiError('PDF_GENERATION_FAILED', { cause: error });
  }
  return new ApiError('INTERNAL_ERROR', { cause: error });
}

/** As many as an error of a job keeps. */
const MAX_FAULTS = 20;
const MAX_CHARACTERS = 500;

/** Details of these kinds already begin with a field. */
const OWN_FIELD: ReadonlySet<Fault['kind']> = new Set(['pdfa', 'pdfua', 'layout']);

function faultyDocument(faults: readonly Fault[]): ApiError {
  const sorted = ALL_FAULT_KINDS.flatMap((kind) => faults.filter((fault) => fault.kind === kind));
  const [first] = sorted;
  if (first === undefined) throw new Error('A document without faults was refused');
  const details = sorted.map(({ kind, detail }) =>
    (OWN_FIELD.has(kind) ? detail : `${kind}: ${detail}`).slice(0, MAX_CHARACTERS),
  );
  const others = details.length - MAX_FAULTS + 1;
  const listed = others > 1 ? [...details.slice(0, MAX_FAULTS - 1), `and ${others} more`] : details;
  return new ApiError(FAULT_CODES[first.kind], { details: listed });
}
