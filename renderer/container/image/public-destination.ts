import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { kindOfAddress } from '../../../schema/public-address.ts';

/** An IP address without brackets. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Resolver = (name: string) => Promise<readonly CheckedAddress[]>;

/** The destination is not on the public internet, or its name has no address. */
export class DestinationRefused extends Error {
  override readonly name = 'DestinationRefused';
  /** Source: RFC 9209, 2.3. */
  readonly proxyError: 'destination_ip_prohibited' | 'dns_error';

  constructor(proxyError: DestinationRefused['proxyError'], options?: ErrorOptions) {
    super(PROBLEMS[proxyError], options);
    this.proxyError = proxyError;
  }
}

const PROBLEMS = {
  destination_ip_prohibited: 'the address is not public',
  dns_error: 'the name has no address',
} as const;

const systemResolver: Resolver = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** This machine may have a public address. Pages must not reach the services that listen there. */
const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ address }) => address),
    ),
  );

/**
 * Callers must connect to the returned addresses, because the name may change later (DNS rebinding).
 * If one address is not public, the whole name is refused.
 * @param hostname as in `URL.hostname`: IPv6 in brackets, every spelling of IPv4 as four numbers
 * @param allowsLoopback on the machine of a developer
 * @throws {DestinationRefused}
 */
export async function publicAddresses(
  hostname: string,
  resolve: Resolver = systemResolver,
  allowsLoopback = false,
): Promise<readonly CheckedAddress[]> {
  const literal = kindOfAddress(hostname) !== null;
  const candidates = literal ? [literalAddress(hostname)] : await resolveName(hostname, resolve);
  const own = ownAddresses();
  for (const { address, family } of candidates) {
    const kind = kindOfAddress(canonicalHost(address, family));
    if (allowsLoopback && kind === 'loopback') continue;
    if (kind !== 'public' || own.has(address)) throw new DestinationRefused('destination_ip_prohibited');
  }
  return candidates;
}

const literalAddress = (hostname: string): CheckedAddress =>
  hostname.startsWith('[') ? { address: hostname.slice(1, -1), family: 6 } : { address: hostname, family: 4 };

async function resolveName(hostname: string, resolve: Resolver): Promise<readonly CheckedAddress[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    throw new DestinationRefused('dns_error', { cause });
  }
  throw new DestinationRefused('dns_error');
}

/** Resolvers spell addresses differently. An address that the URL parser rejects counts as not public. */
function canonicalHost(address: string, family: 4 | 6): string {
  const text = `http://${family === 6 ? `[${address}]` : address}/`;
  if (!URL.canParse(text)) throw new DestinationRefused('destination_ip_prohibited');
  return new URL(text).hostname;
}
