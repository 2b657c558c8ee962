import { FaultyDocument, RenderFailure, UnprintableJob } from '@platen/print-engine';
import { isFaultError } from '../../../../schema/api/fail-on.ts';
import { SOURCES } from '../../../../schema/api/sources.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { toApiError } from '../../../lib/to-api-error.ts';

const FIELDS = [...SOURCES, 'templateData', 'options'];

/** Other details are lines of a template, or begin with the kind of a fault. */
const beginsWithField = (detail: string): boolean =>
  FIELDS.some((field) => detail.startsWith(field) && '.:['.includes(detail.charAt(field.length) || ' '));

/** Errors of the document, its data or its template. Others are those of the service. */
export function atEntry(index: number, error: unknown): unknown {
  const isOfDocument = error instanceof UnprintableJob || error instanceof FaultyDocument;
  if (error instanceof RenderFailure && !isOfDocument) return error;
  const { code, message, details, retryAfterSeconds } = toApiError(error);
  const nameEntry = (detail: string) => `entries[${index}].${detail}`;
  if (code === 'VALIDATION_ERROR') {
    return new ApiError(code, { details: details.map(nameEntry) });
  }
  if (!code.startsWith('TEMPLATE_') && !isFaultError(code)) return error;
  return new ApiError(code, {
    message: `entries[${index}]: ${message}`,
    details: details.map((detail) => (beginsWithField(detail) ? nameEntry(detail) : detail)),
    retryAfterSeconds,
  });
}
