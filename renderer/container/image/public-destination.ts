import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { kindOfAddress } from '../../../schema/public-address.ts';

/** An address that was checked, and is connected to as it is. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses that a name has now, in the order in which they are to be tried. */
export type Resolver = (name: string) => Promise<readonly CheckedAddress[]>;

/** The destination is not on the public internet, or not to be found there. */
export class DestinationRefused extends Error {
  override readonly name = 'DestinationRefused';
}

const systemResolver: Resolver = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** This machine may have a public address of its own; what listens there was not opened for strangers' pages. */
const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ address }) => address),
    ),
  );

/**
 * Decides where a page's connection may go. Resolves once: what was checked is what is connected to, so an
 * answer that changes between two look-ups changes nothing. One address of a name that is not public
 * condemns the name.
 *
 * @param hostname as `URL.hostname` writes it: IPv6 in brackets, every spelling of IPv4 as four numbers
 * @throws {DestinationRefused}
 */
export async function publicAddresses(
  hostname: string,
  resolve: Resolver = systemResolver,
): Promise<readonly CheckedAddress[]> {
  const literal = kindOfAddress(hostname) !== null;
  const candidates = literal ? [literalAddress(hostname)] : await resolved(hostname, resolve);
  const own = ownAddresses();
  for (const { address, family } of candidates) {
    const kind = kindOfAddress(canonicalHost(address, family));
    if (kind !== 'public' || own.has(address)) throw new DestinationRefused('the address is not public');
  }
  return candidates;
}

const literalAddress = (hostname: string): CheckedAddress =>
  hostname.startsWith('[') ? { address: hostname.slice(1, -1), family: 6 } : { address: hostname, family: 4 };

async function resolved(hostname: string, resolve: Resolver): Promise<readonly CheckedAddress[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    throw new DestinationRefused('the name has no address', { cause });
  }
  throw new DestinationRefused('the name has no address');
}

/** Resolvers write addresses in ways of their own; what the URL parser does not read is not public. */
function canonicalHost(address: string, family: 4 | 6): string {
  const text = `http://${family === 6 ? `[${address}]` : address}/`;
  if (!URL.canParse(text)) throw new DestinationRefused('the address is not an address');
  return new URL(text).hostname;
}
