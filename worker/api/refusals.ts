import { type ErrorBody, errorBody } from '../../schema/api/error-body.ts';
import { ERROR_STATUS, type ErrorCode } from '../../schema/api/errors.ts';
import {
  carrying,
  COMMON_HEADERS,
  type DescribedHeaders,
  RESPONSE_HEADERS,
} from '../http/response-headers.ts';

/** What the API's description tells of an error. */
interface Meaning {
  /** When it comes. */
  readonly when: string;
  /** As the service words it; a test compares. */
  readonly message: string;
  readonly details?: readonly string[];
}

const MEANINGS = {
  VALIDATION_ERROR: {
    when: 'The request is not valid. `details` has one entry for each problem and names its field.',
    message: 'The request is not valid.',
    details: ['options.margin.top: must be 0 or more'],
  },
  TEMPLATE_COMPILATION_ERROR: {
    when: 'Handlebars that does not compile or fails while it is filled: a broken block, an unknown helper or partial, a bad currency or locale. `details` shows the place.',
    message: 'html, line 1, column 19: Missing helper: "money"',
    details: ['<h1>Total</h1> <p>{{money total}}</p>', '                  ^'],
  },
  INVALID_API_KEY: {
    when: 'The key is missing, or there is none of this value.',
    message: 'The API key does not exist or is incorrect.',
  },
  API_KEY_EXPIRED: {
    when: "The key's expiration date has passed.",
    message: 'The API key is past its expiration date.',
  },
  API_KEY_REVOKED: { when: 'The key was revoked.', message: 'The API key was revoked.' },
  INSUFFICIENT_PERMISSIONS: {
    when: 'The key lacks the permission.',
    message: 'The API key lacks the permission for this operation.',
  },
  WORKSPACE_NOT_FOUND: {
    when: "The key's workspace was deleted.",
    message: 'The workspace of the API key does not exist.',
  },
  TEMPLATE_NOT_FOUND: {
    when: 'The workspace has no template of this id, or not this version of it, or it is not published.',
    message: 'The template does not exist or is not accessible.',
  },
  FILE_NOT_FOUND: {
    when: 'The workspace has no file of this id: it was deleted, its retention has ended, or it never was.',
    message: 'There is no file with this id.',
  },
  REQUEST_TIMEOUT: {
    when: "The plan's timeout passed before the request had arrived and was done.",
    message: "The generation exceeded the plan's timeout.",
  },
  IDEMPOTENCY_CONFLICT: {
    when: 'The `Idempotency-Key` came with another body within the last 24 hours.',
    message: 'The Idempotency-Key was used with another body in the last 24 hours.',
  },
  TEMPLATE_NAME_TAKEN: {
    when: 'Another template of the workspace has this name.',
    message: 'Another template of the workspace has this name.',
  },
  FILE_TOO_LARGE: {
    when: 'The PDF is larger than the plan allows.',
    message: "The generated PDF exceeds the plan's size limit.",
  },
  RANGE_NOT_SATISFIABLE: {
    when: '`Range` asks for bytes past the end of the file.',
    message: 'The file has 13220 bytes.',
  },
  RATE_LIMIT_EXCEEDED: {
    when: "The workspace's requests of this window are used up, or those of an address that sends no known key.",
    message: 'Too many requests. Retry after 37 seconds.',
  },
  NO_CREDITS_AVAILABLE: {
    when: "The month's quota is spent, and so are the credits bought. Test keys never get this.",
    message: 'No quota or credits remain for this month.',
  },
  INTERNAL_ERROR: {
    when: 'Something broke that should not. Try again; tell the operator the `requestId`.',
    message: 'An unexpected error occurred.',
  },
  PDF_GENERATION_FAILED: {
    when: 'The browser broke down, or there was none. No credit is spent; try again.',
    message: 'The PDF could not be generated.',
  },
} as const satisfies Partial<Record<ErrorCode, Meaning>>;

export type DescribedCode = keyof typeof MEANINGS;

type Status = (typeof ERROR_STATUS)[DescribedCode];

interface RefusalExample {
  readonly summary: string;
  readonly description: string;
  readonly value: ErrorBody;
}

/** An answer with an error, of one status. */
interface Refusal {
  readonly description: string;
  readonly headers: DescribedHeaders;
  readonly content: {
    readonly 'application/json': {
      readonly schema: typeof errorBody;
      readonly examples: Record<string, RefusalExample>;
    };
  };
}

/** One answer for each status of the codes. */
export type Refusals<Code extends DescribedCode> = {
  readonly [Each in Code as (typeof ERROR_STATUS)[Each]]: Refusal;
};

/** A refusal of these statuses carries more than every answer does. */
const MORE_HEADERS: Partial<Record<Status, DescribedHeaders>> = {
  401: carrying('WWW-Authenticate'),
  429: carrying('Retry-After'),
  416: {
    'Content-Range': {
      ...RESPONSE_HEADERS['Content-Range'],
      description: 'How many bytes there are.',
      example: 'bytes */13220',
    },
  },
};

/** What an operation may refuse with, each code with when it comes and an example of its body. */
export function refusals<const Code extends DescribedCode>(codes: readonly Code[]): Refusals<Code>;
export function refusals(codes: readonly DescribedCode[]): Partial<Record<Status, Refusal>> {
  const byStatus: Partial<Record<Status, Refusal>> = {};
  for (const status of new Set(codes.map((code) => ERROR_STATUS[code]))) {
    byStatus[status] = refusalWith(
      status,
      codes.filter((code) => ERROR_STATUS[code] === status),
    );
  }
  return byStatus;
}

const refusalWith = (status: Status, codes: readonly DescribedCode[]): Refusal => ({
  description: codes.map((code) => `\`${code}\`: ${MEANINGS[code].when}`).join('\n\n'),
  headers: { ...COMMON_HEADERS, ...MORE_HEADERS[status] },
  content: {
    'application/json': {
      schema: errorBody,
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
    },
  },
});

function exampleOf(code: DescribedCode): RefusalExample {
  const { when, message, ...rest }: Meaning = MEANINGS[code];
  return {
    summary: code,
    description: when,
    value: {
      error: {
        code,
        message,
        ...(rest.details === undefined ? {} : { details: [...rest.details] }),
        requestId: 'req_GZ9KfalSjyc2egHBeJG4wZ',
        timestamp: '2026-11-21T15:24:30.323Z',
      },
    },
  };
}

/** Every keyed operation may refuse with these. */
const KEY_CODES = [
  'INVALID_API_KEY',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'WORKSPACE_NOT_FOUND',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
] as const;

/** What an operation that any key may ask for refuses with. */
export const ANY_KEY_REFUSALS = refusals(KEY_CODES);

/** What an operation that needs a permission refuses with: these, and codes of its own. */
export const keyedRefusals = <const Code extends DescribedCode>(...codes: readonly Code[]) =>
  refusals([...codes, ...KEY_CODES, 'INSUFFICIENT_PERMISSIONS']);
