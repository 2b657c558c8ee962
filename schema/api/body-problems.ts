export const NOT_JSON_TYPE = 'Content-Type: must be application/json';
export const NOT_UTF8 = 'body: is not valid UTF-8';
export const NOT_JSON = 'body: Malformed JSON in request body';
export const NESTED_TOO_DEEPLY = 'body: is nested too deeply';

/** Source: contract 1.6. */
export const overTwiceTheLimit = (maxBytes: number): string =>
  `body: is larger than ${maxBytes} bytes, which is twice the plan's HTML limit`;

/** For a body that is late (`REQUEST_TIMEOUT`). */
export const BODY_LATE = 'The request body did not arrive within the timeout.';
