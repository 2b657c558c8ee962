/**
 * Every error code of the API with its HTTP status. Sources: specification, sections 7.2 and 7.3;
 * decisions 4, 8, 26, 31 and 33.
 */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  TEMPLATE_COMPILATION_ERROR: 400,
  INVALID_API_KEY: 401,
  API_KEY_EXPIRED: 401,
  API_KEY_REVOKED: 401,
  INVALID_OPERATOR_TOKEN: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  SIGNATURE_INVALID: 403,
  NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  WORKSPACE_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  TARGET_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  KEY_LIMIT_REACHED: 409,
  TEMPLATE_NAME_TAKEN: 409,
  FILE_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  TARGET_REJECTED: 422,
  NO_CREDITS_AVAILABLE: 429,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  PDF_GENERATION_FAILED: 502,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * When several errors apply, the first of this list is given (decision 8). Only those that can meet in
 * one request are ranked; a code that is not here ranks last.
 */
const ORDER_OF_ANSWERS: readonly string[] = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INVALID_API_KEY',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'WORKSPACE_NOT_FOUND',
  'INSUFFICIENT_PERMISSIONS',
  'RATE_LIMIT_EXCEEDED',
  'VALIDATION_ERROR',
  'IDEMPOTENCY_CONFLICT',
  'NO_CREDITS_AVAILABLE',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_COMPILATION_ERROR',
  'REQUEST_TIMEOUT',
  'PDF_GENERATION_FAILED',
  'FILE_TOO_LARGE',
] satisfies ErrorCode[];

const rank = (code: string): number => {
  const at = ORDER_OF_ANSWERS.indexOf(code);
  return at === -1 ? ORDER_OF_ANSWERS.length : at;
};

/** Whether `first` is answered where both apply. */
export const outranks = (first: string, second: string): boolean => rank(first) < rank(second);
