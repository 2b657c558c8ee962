import type { AppContext } from './context.ts';

/** An IPv6 client owns a /64 and could use a new address each time, so the /64 is counted. */
export function clientAddress(c: AppContext): string {
  const address = c.req.header('CF-Connecting-IP') ?? 'unknown';
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const rest = tail.split(':').filter((group) => group !== '');
    while (groups.length + rest.length < 8) groups.push('0');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
