import { ANSWER_EXAMPLES, EXAMPLE_ETAG, EXAMPLE_JOB_ID } from '../../../schema/api/examples.ts';
import { encodeWarnings, WARNINGS_HEADER } from '../../../schema/warnings-header.ts';
import { MEDIA_TYPES } from '../../../schema/media-types.ts';

const { data: FILE, usage: USAGE, requestId: REQUEST_ID } = ANSWER_EXAMPLES.fromTemplate;

export type HeaderDescription = {
  description: string;
  required: boolean;
  schema: { type: 'string' | 'integer' };
  example: string | number;
  /** Only responses of this media type have the header. */
  'x-media-types'?: readonly string[];
};

const text = (description: string, example: string): HeaderDescription => ({
  description,
  required: true,
  schema: { type: 'string' },
  example,
});

const whole = (description: string, example: number): HeaderDescription => ({
  description,
  required: true,
  schema: { type: 'integer' },
  example,
});

const inSomeCases = (header: HeaderDescription): HeaderDescription => ({ ...header, required: false });

/** A JSON response has the same value in its body. */
const ofPdf = (header: HeaderDescription): HeaderDescription => ({
  ...inSomeCases(header),
  description: `With the file itself: ${header.description}`,
  'x-media-types': MEDIA_TYPES,
});

const EXAMPLE_WARNINGS = encodeWarnings([
  {
    code: 'UNKNOWN_FIELD',
    message: '`options.landscape` is not known: did you mean `options.orientation`?',
    field: 'options.landscape',
  },
]);

/** An SVG is a document. As one, it may load and run nothing. */
export const COMPONENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Scripts of other origins may read them (CORS). */
export const RESPONSE_HEADERS = {
  'Accept-Ranges': text('`Range` can request a part of the file.', 'bytes'),
  'Cache-Control': text('Responses contain secret URLs, so they must not be cached.', 'no-store'),
  'Content-Disposition': text(
    'The name of the file. `filename*` has the name in UTF-8 (RFC 6266).',
    `inline; filename="invoice A-17.pdf"; filename*=UTF-8''invoice%20A-17.pdf`,
  ),
  'Content-Range': text(
    'The range of bytes in the response, and the size of the file.',
    'bytes 0-1023/13220',
  ),
  'Content-Security-Policy': text(
    'An SVG that is opened as a document loads and runs nothing.',
    COMPONENT_POLICY,
  ),
  ETag: text('This version of the file, for `If-None-Match` and `If-Range`.', EXAMPLE_ETAG),
  'Idempotency-Replayed': inSomeCases(
    text('`true` if the file is from an earlier request with the same key.', 'true'),
  ),
  Link: text(
    'The page that explains the error (RFC 8288).',
    '<https://pdf.example.com/docs/guide/errors#validation_error>; rel="help"',
  ),
  Location: inSomeCases(text('The address of the job or the batch.', `/v1/jobs/${EXAMPLE_JOB_ID}`)),
  'Preference-Applied': inSomeCases(
    text('The preferences of `Prefer` that were applied.', 'respond-async, wait=10'),
  ),
  RateLimit: text(
    'Requests left in the window, and the seconds until it ends (IETF draft).',
    '"default";r=119;t=37',
  ),
  'RateLimit-Policy': text(
    'Requests allowed in a window, and its seconds (IETF draft).',
    '"default";q=120;w=60',
  ),
  'Retry-After': whole(
    'Seconds to wait: until the rate-limit window ends, the month ends (no credits are left), another print ends (prints are limited), or the service is less busy.',
    37,
  ),
  'Server-Timing': inSomeCases(
    text(
      'Milliseconds of each measured step. `other` is the time outside these steps.',
      'auth;dur=1.2, admit;dur=3.4, print;dur=140.8, other;dur=2.1',
    ),
  ),
  'Strict-Transport-Security': inSomeCases(
    text('Over https only: browsers use https for one year.', 'max-age=31536000'),
  ),
  'WWW-Authenticate': text('The scheme for a key in `Authorization` (RFC 9110, 11.6.1).', 'Bearer'),
  'X-Content-Type-Options': text('Browsers must trust `Content-Type`.', 'nosniff'),
  'X-File-Id': ofPdf(text('`data.fileId` of the JSON response.', FILE.fileId)),
  'X-File-Signed-Url': ofPdf(
    text('`data.signedUrl` of the JSON response, valid for 24 hours.', FILE.signedUrl),
  ),
  'X-File-Url': ofPdf(text('`data.url` of the JSON response, valid until the retention ends.', FILE.url)),
  'X-Processing-Time-Ms': ofPdf(
    whole('milliseconds from the arrival of the request to the finished PDF.', FILE.processingTimeMs),
  ),
  'X-Quota-Limit': ofPdf(whole("the plan's PDFs per calendar month (UTC).", USAGE.quotaLimit)),
  'X-Quota-Used': ofPdf(whole("how much of the month's quota is spent.", USAGE.quotaUsed)),
  'X-RateLimit-Limit': whole('Requests allowed in a window of 60 s.', 120),
  'X-RateLimit-Remaining': whole('Requests left in the window.', 119),
  'X-RateLimit-Reset': whole('Unix seconds at which the window ends.', 1_795_274_731),
  'X-Request-Id': text('The id of this request, for support.', REQUEST_ID),
  [WARNINGS_HEADER]: inSomeCases(
    text(
      'With the file itself: `warnings` of the JSON response, if it has any: a JSON array, percent-encoded.',
      EXAMPLE_WARNINGS,
    ),
  ),
  'X-Usage-Remaining': ofPdf(
    whole("the rest of the month's quota, plus purchased credits.", USAGE.remaining),
  ),
} as const satisfies Record<string, HeaderDescription>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

export type DescribedHeaders = Record<string, { $ref: string } | HeaderDescription>;

export const carrying = (...names: readonly HeaderName[]): DescribedHeaders =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Source: contract 2.6. */
const ON_EVERY_RESPONSE = {
  ...carrying('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
  ...carrying('RateLimit', 'RateLimit-Policy'),
  ...carrying('Server-Timing', 'Strict-Transport-Security', 'X-Content-Type-Options'),
};

export const COMMON_HEADERS = { ...ON_EVERY_RESPONSE, ...carrying('Cache-Control') };

export const TEMPLATE_HEADERS = {
  ...COMMON_HEADERS,
  ETag: {
    ...RESPONSE_HEADERS.ETag,
    description: 'This state of the template, for `If-None-Match` and `If-Match`.',
  },
};

export const FILE_HEADERS = {
  ...ON_EVERY_RESPONSE,
  'Cache-Control': {
    ...RESPONSE_HEADERS['Cache-Control'],
    description: 'A cache must check its copy by `ETag` before each use, because the file may be deleted.',
    example: 'private, no-cache',
  },
  ...carrying('Accept-Ranges', 'Content-Disposition', 'ETag'),
};

export const ASSET_HEADERS = {
  ...ON_EVERY_RESPONSE,
  ...carrying('Content-Disposition', 'Content-Security-Policy', 'ETag'),
  'Cache-Control': {
    ...RESPONSE_HEADERS['Cache-Control'],
    description: 'A cache must check its copy by `ETag` before each use.',
    example: 'private, no-cache',
  },
};

export const GENERATED_HEADERS = {
  ...COMMON_HEADERS,
  ...carrying(
    'Idempotency-Replayed',
    'Location',
    'Preference-Applied',
    'X-File-Id',
    'X-File-Url',
    'X-File-Signed-Url',
    'X-Usage-Remaining',
  ),
  ...carrying('X-Quota-Used', 'X-Quota-Limit', 'X-Processing-Time-Ms', WARNINGS_HEADER),
  'Content-Disposition': ofPdf(RESPONSE_HEADERS['Content-Disposition']),
};
