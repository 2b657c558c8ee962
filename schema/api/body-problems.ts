import { describeJsonError } from '../json-syntax-error.ts';

export const NOT_JSON_TYPE = 'Content-Type: must be application/json';
export const NOT_UTF8 = 'body: is not valid UTF-8';
export const NOT_GZIP = 'body: is not valid gzip';
export const GZIP_TOO_LONG = 'body: is longer in gzip than the largest body may be when it is expanded';

/** Says where the first error is, and what is expected there. */
export const notJson = (text: string): string =>
  `body: Malformed JSON in request body, ${describeJsonError(text)}`;

/** Source: contract 1.6. */
export const overTwiceTheLimit = (maxBytes: number): string =>
  `body: is larger than ${maxBytes} bytes, which is twice the plan's HTML limit`;

/** Source: contract 1.6. */
export const tooManyValues = (maxValues: number): string =>
  `body: has more than ${maxValues} JSON values (objects, arrays, strings, numbers, booleans and nulls), or a tenth as many different names`;

/** The message about a body that is late (`REQUEST_TIMEOUT`). */
export const BODY_LATE = 'The request body did not arrive within the timeout.';
