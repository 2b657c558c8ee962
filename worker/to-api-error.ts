import { InvalidComposition, TemplateError } from '../compose/errors.ts';
import { PdfTooLarge, PrintFailed, PrintTimeout, UnprintableJob } from '../renderer/renderer.ts';
import { ApiError, invalidRequest } from './api-error.ts';

/** What the client is told of an error. What is not named here is told nothing but its request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TemplateError) {
    return new ApiError('TEMPLATE_COMPILATION_ERROR', error.message, { details: error.details });
  }
  if (error instanceof InvalidComposition) return invalidRequest(error.details);
  if (error instanceof UnprintableJob) return invalidRequest([error.detail]);
  if (error instanceof PrintTimeout) {
    return new ApiError('REQUEST_TIMEOUT', "The generation exceeded the plan's timeout.", { cause: error });
  }
  if (error instanceof PdfTooLarge) {
    return new ApiError('FILE_TOO_LARGE', "The generated PDF exceeds the plan's size limit.", {
      cause: error,
    });
  }
  if (error instanceof PrintFailed) {
    return new ApiError('PDF_GENERATION_FAILED', 'The PDF could not be generated.', { cause: error });
  }
  return new ApiError('INTERNAL_ERROR', 'An unexpected error occurred.', { cause: error });
}
