import { EncryptedPdf, NotAPdf, TooManyPages, UnreadablePdf } from '@platen/pdf';
import { ApiError, invalidRequest } from '../../../lib/api-error.ts';

/** @param field of the request that has the PDF */
export function toForeignPdfError(error: unknown, field: string): unknown {
  if (!(error instanceof UnreadablePdf)) return error;
  const details = [`${field}: ${error.message}`];
  if (error instanceof TooManyPages) return invalidRequest(details);
  if (error instanceof NotAPdf) return new ApiError('NOT_A_PDF', { details });
  if (error instanceof EncryptedPdf) return new ApiError('PDF_ENCRYPTED', { details });
  return new ApiError('PDF_DAMAGED', { details, cause: error });
}
