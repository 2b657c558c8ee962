import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * No limit on the time of a request: the plan's timeout limits it, and Node's default would cut off a large body earlier. An
 * idle connection stays open longer than clients keep theirs. A client that sends a request while the server closes the
 * connection loses it, and workerd and Node have the same default.
 */
export const SERVER_TIMEOUTS = { requestTimeout: 0, keepAliveTimeout: 120_000 } as const;

/** Returns the port. 0 picks a free one. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
