import {
  type ErrorBody,
  errorBody,
  PROBLEM_TYPE,
  type ProblemBody,
  problemBody,
} from '../../../schema/api/error-body.ts';
import { errorPage } from '../../../schema/api/error-page.ts';
import { type ErrorCode, type ErrorDefinition, ERRORS, fillMessage } from '../../../schema/api/errors.ts';
import { toProblem } from '../http/handle-error.ts';
import {
  carrying,
  COMMON_HEADERS,
  type DescribedHeaders,
  RESPONSE_HEADERS,
} from '../http/response-headers.ts';

type Status = (typeof ERRORS)[ErrorCode]['status'];

interface ErrorExample {
  readonly summary: string;
  readonly description: string;
  readonly value: ErrorBody;
}

interface ErrorResponse {
  readonly description: string;
  readonly headers: DescribedHeaders;
  readonly content: {
    readonly 'application/json': {
      readonly schema: typeof errorBody;
      readonly examples: Record<string, ErrorExample>;
    };
    readonly [PROBLEM_TYPE]: { readonly schema: typeof problemBody; readonly example: ProblemBody };
  };
}

export type ErrorResponses<Code extends ErrorCode> = {
  readonly [Each in Code as (typeof ERRORS)[Each]['status']]: ErrorResponse;
};

const MORE_HEADERS: Partial<Record<Status, DescribedHeaders>> = {
  401: carrying('WWW-Authenticate'),
  429: carrying('Retry-After'),
  503: carrying('Retry-After'),
  416: {
    'Content-Range': {
      ...RESPONSE_HEADERS['Content-Range'],
      description: 'The size of the file.',
      example: 'bytes */13220',
    },
  },
};

export function errorResponses<const Code extends ErrorCode>(codes: readonly Code[]): ErrorResponses<Code>;
export function errorResponses(codes: readonly ErrorCode[]): Partial<Record<Status, ErrorResponse>> {
  const byStatus: Partial<Record<Status, ErrorResponse>> = {};
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    byStatus[status] = describeStatus(
      status,
      codes.filter((code) => ERRORS[code].status === status),
    );
  }
  return byStatus;
}

const describeStatus = (status: Status, codes: readonly ErrorCode[]): ErrorResponse => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join('\n\n'),
  headers: { ...COMMON_HEADERS, ...carrying('Link'), ...MORE_HEADERS[status] },
  content: {
    'application/json': {
      schema: errorBody,
      examples: Object.fromEntries(codes.map((code) => [code, describeError(code)])),
    },
    [PROBLEM_TYPE]: { schema: problemBody, example: exampleOf(status, codes) },
  },
});

/** One of them shows the form. */
function exampleOf(status: Status, codes: readonly ErrorCode[]): ProblemBody {
  const [code = 'INTERNAL_ERROR'] = codes;
  const page = new URL(errorPage(code), 'https://pdf.example.com').href;
  return toProblem(describeError(code).value.error, page, status);
}

function describeError(code: ErrorCode): ErrorExample {
  const { when, message, example, exampleDetails }: ErrorDefinition = ERRORS[code];
  return {
    summary: code,
    description: when,
    value: {
      error: {
        code,
        message: fillMessage(message, example),
        ...(exampleDetails === undefined ? {} : { details: [...exampleDetails] }),
        requestId: 'req_GZ9KfalSjyc2egHBeJG4wZ',
        timestamp: '2026-11-21T15:24:30.323Z',
      },
    },
  };
}

const KEY_ERRORS = [
  'INVALID_API_KEY',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'WORKSPACE_NOT_FOUND',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
] as const;

export const anyKeyErrors = <const Code extends ErrorCode>(...codes: readonly Code[]) =>
  errorResponses([...codes, ...KEY_ERRORS]);

export const keyedErrors = <const Code extends ErrorCode>(...codes: readonly Code[]) =>
  errorResponses([...codes, ...KEY_ERRORS, 'INSUFFICIENT_PERMISSIONS']);
