import { ANSWER_EXAMPLES, EXAMPLE_ETAG } from '../../schema/api/examples.ts';

const { data: FILE, usage: USAGE, requestId: REQUEST_ID } = ANSWER_EXAMPLES.fromTemplate;

/** What the description tells of a header. */
export type HeaderDescription = {
  description: string;
  /** Whether every answer that names the header carries it. */
  required: boolean;
  schema: { type: 'string' | 'integer' };
  example: string | number;
  /** The one type of content with which the answer carries it, and then always. */
  'x-media-type'?: string;
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

/** An answer of this status may be JSON instead, which tells the same in its body. */
const ofPdf = (header: HeaderDescription): HeaderDescription => ({
  ...inSomeCases(header),
  description: `With a PDF: ${header.description}`,
  'x-media-type': 'application/pdf',
});

/**
 * Every header of the API's answers that is not the transport's, told once: the description refers to these,
 * and scripts of other origins may read them.
 */
export const RESPONSE_HEADERS = {
  'Accept-Ranges': text('`Range` may ask for parts of the file.', 'bytes'),
  'Cache-Control': text('Answers hold addresses that are secrets: they are not stored.', 'no-store'),
  'Content-Disposition': text(
    'The name of the file; `filename*` carries names beyond ASCII (RFC 6266).',
    `inline; filename="invoice A-17.pdf"; filename*=UTF-8''invoice%20A-17.pdf`,
  ),
  'Content-Range': text('Which bytes of how many follow.', 'bytes 0-1023/13220'),
  ETag: text('This version of the file, for `If-None-Match` and `If-Range`.', EXAMPLE_ETAG),
  'Idempotency-Replayed': inSomeCases(
    text('`true` where the file is that of an earlier request with this key.', 'true'),
  ),
  'Retry-After': whole(
    'Seconds to wait: until the window of the rate ends, or the month where no credits are left.',
    37,
  ),
  'Server-Timing': inSomeCases(
    text(
      'Milliseconds of each step, where one was measured.',
      'auth;dur=1.2, admit;dur=3.4, print;dur=140.8',
    ),
  ),
  'Strict-Transport-Security': inSomeCases(
    text('Over https: browsers come over https alone for a year.', 'max-age=31536000'),
  ),
  'WWW-Authenticate': text('The scheme of a key that is not in `X-API-Key` (RFC 9110, 11.6.1).', 'Bearer'),
  'X-Content-Type-Options': text('Browsers take the answer for what `Content-Type` says.', 'nosniff'),
  'X-File-Id': ofPdf(text('`data.fileId` of the JSON answer.', FILE.fileId)),
  'X-File-Signed-Url': ofPdf(
    text('`data.signedUrl` of the JSON answer, valid for 24 hours.', FILE.signedUrl),
  ),
  'X-File-Url': ofPdf(text('`data.url` of the JSON answer, valid until the retention ends.', FILE.url)),
  'X-Processing-Time-Ms': ofPdf(
    whole('milliseconds from the arrival of the request to the finished PDF.', FILE.processingTimeMs),
  ),
  'X-Quota-Limit': ofPdf(whole("the plan's PDFs in a calendar month (UTC).", USAGE.quotaLimit)),
  'X-Quota-Used': ofPdf(whole("what was spent of the month's quota.", USAGE.quotaUsed)),
  'X-RateLimit-Limit': whole('Requests that a window of 60 s may have.', 120),
  'X-RateLimit-Remaining': whole('Requests left in the window.', 119),
  'X-RateLimit-Reset': whole('Unix seconds at which the window ends.', 1_795_274_731),
  'X-Request-Id': text('Names this request when you ask about it.', REQUEST_ID),
  'X-Usage-Remaining': ofPdf(
    whole("what is left of the month's quota, plus credits bought.", USAGE.remaining),
  ),
} as const satisfies Record<string, HeaderDescription>;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** Described here, or by reference. */
export type DescribedHeaders = Record<string, { $ref: string } | HeaderDescription>;

/** Headers of an answer, as the table above tells them. */
export const carrying = (...names: readonly HeaderName[]): DescribedHeaders =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Every answer carries these. Sources: specification, section 4.1; architecture, Observability. */
const ON_EVERY_ANSWER = {
  ...carrying('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
  ...carrying('Server-Timing', 'Strict-Transport-Security', 'X-Content-Type-Options'),
};

export const COMMON_HEADERS = { ...ON_EVERY_ANSWER, ...carrying('Cache-Control') };

/** Of answers with a kept file, whole or in part, or about its version. */
export const FILE_HEADERS = {
  ...ON_EVERY_ANSWER,
  'Cache-Control': {
    ...RESPONSE_HEADERS['Cache-Control'],
    description: 'A copy is checked by its `ETag` before use, because a deleted file is gone at once.',
    example: 'private, no-cache',
  },
  ...carrying('Accept-Ranges', 'Content-Disposition', 'ETag'),
};

/** Of answers with a file that was just made. Source: decision 32. */
export const GENERATED_HEADERS = {
  ...COMMON_HEADERS,
  ...carrying('Idempotency-Replayed', 'X-File-Id', 'X-File-Url', 'X-File-Signed-Url', 'X-Usage-Remaining'),
  ...carrying('X-Quota-Used', 'X-Quota-Limit', 'X-Processing-Time-Ms'),
  'Content-Disposition': ofPdf(RESPONSE_HEADERS['Content-Disposition']),
};
