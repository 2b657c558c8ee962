import { MAX_READ_BYTES } from '../../../compose/body-text.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { arriving } from './arriving.ts';
import type { AppContext } from './context.ts';

/**
 * Refuses a body for its `Content-Length`. It is read first and dropped: an early answer would end the connection, and many
 * clients would report that instead of the answer (RFC 9112, 9.6). A body that would take too long to read is not read.
 *
 * @param deadline epoch milliseconds
 * @throws {ApiError} `VALIDATION_ERROR`; `REQUEST_TIMEOUT` if the body is late
 */
export async function refuseBody(c: AppContext, problem: string, deadline: number): Promise<never> {
  const { body } = c.req.raw;
  if (body !== null && Number(c.req.header('Content-Length')) <= MAX_READ_BYTES) {
    const pieces = arriving(body, deadline);
    while (!(await pieces.next()).done);
  }
  throw invalidRequest([problem]);
}
