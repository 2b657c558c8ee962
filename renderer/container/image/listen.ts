import { once } from 'node:events';
import type { Server } from 'node:net';

/** Returns the port. 0 picks a free one. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
