import { InvalidPdfOption } from '@platen/pdf';
import {
  NoPageInTime,
  PdfTooLarge,
  PrintFailed,
  PrintTimeout,
  UnprintableJob,
  WaitTimeout,
} from '@platen/print-engine';
import { InvalidComposition, TemplateError } from '../../compose/errors.ts';
import { RendererBusy } from '../../renderer/outcome.ts';
import { ApiError, invalidRequest, serviceBusy } from './api-error.ts';

/** For errors that are not listed here, the client gets only the request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TemplateError) {
    return new ApiError('TEMPLATE_COMPILATION_ERROR', {
      values: { problem: error.message },
      details: error.details,
    });
  }
  if (error instanceof InvalidComposition) return invalidRequest(error.details);
  if (error instanceof UnprintableJob || error instanceof InvalidPdfOption)
    return invalidRequest([error.detail]);
  if (error instanceof WaitTimeout) {
    const message = 'The document was not ready in time.';
    return new ApiError('REQUEST_TIMEOUT', { message, details: [error.detail], cause: error });
  }
  // The document was not the reason, and a later request may find a page.
  if (error instanceof NoPageInTime) return serviceBusy(error);
  if (error instanceof PrintTimeout) {
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
