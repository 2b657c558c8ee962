import type { AppContext } from './context.ts';

/** Returns null if nothing says where the request comes from: any client can send a header that no proxy sets. */
export function clientAddress(c: AppContext): string | null {
  const header = c.get('services').variables.CLIENT_ADDRESS_HEADER;
  return (header && c.req.header(header)) || null;
}

/** The client that is counted. An IPv6 client owns a /64 and could use a new address each time, so the /64 is counted. */
export function countedAddress(c: AppContext): string {
  const address = clientAddress(c) ?? 'unknown';
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const rest = tail.split(':').filter((group) => group !== '');
    while (groups.length + rest.length < 8) groups.push('0');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
