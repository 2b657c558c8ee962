import { ApiError } from '../../lib/api-error.ts';
import type { AppContext } from './context.ts';

/** The names of this machine, and its addresses that no other machine can reach. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * A page that a developer visits can give its own name the address 127.0.0.1. Its requests then have the cookies and the origin of
 * this page, and only the `Host` says so. A service with a `PUBLIC_URL` makes no address from the `Host`.
 *
 * @throws {ApiError} `ORIGIN_REFUSED`
 */
export function requireOwnHost(c: AppContext): void {
  if (c.get('services').variables.PUBLIC_URL !== undefined) return;
  // Clients of HTTP always send it. Calls inside of the run time have none.
  const host = c.req.header('Host');
  if (host === undefined || LOOPBACK.test(host)) return;
  throw new ApiError('ORIGIN_REFUSED', {
    message:
      'This service runs on the machine of its owner, and answers to localhost, 127.0.0.1 and [::1] only. To reach it by another name, set PUBLIC_URL.',
  });
}
