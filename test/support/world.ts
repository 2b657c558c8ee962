import { connect } from 'node:net';
import type { EgressOptions } from '../../renderer/container/image/egress-proxy.ts';
import type { CheckedAddress } from '../../renderer/container/image/public-destination.ts';

/** A public address. Connections to it end at the same port of this machine, where a test listens. */
const PUBLIC: CheckedAddress = { address: '93.184.216.34', family: 4 };
const LOOPBACK: CheckedAddress = { address: '127.0.0.1', family: 4 };

/** Names that tests use as the public internet. */
export const PAGE_HOST = 'page.platen-tests.net';
export const SECOND_HOST = 'second.platen-tests.net';

/** A public name of a private address. */
export const PRIVATE_HOST = 'private.platen-tests.net';

/** Public at the first look, and private at all others. */
export const rebindingHost = (id: string): string => `rebinding-${id}.platen-tests.net`;

const FIXED: Readonly<Record<string, CheckedAddress>> = {
  [PAGE_HOST]: PUBLIC,
  [SECOND_HOST]: PUBLIC,
  [PRIVATE_HOST]: LOOPBACK,
  localhost: LOOPBACK,
};

const seen = new Set<string>();

function lookUp(name: string): CheckedAddress | undefined {
  if (!name.startsWith('rebinding-')) return FIXED[name];
  const isFirst = !seen.has(name);
  seen.add(name);
  return isFirst ? PUBLIC : LOOPBACK;
}

/** The internet, as the browsers of tests see it. */
const world: EgressOptions = {
  resolve: (name) => {
    const address = lookUp(name);
    return address ? Promise.resolve([address]) : Promise.reject(new Error(`no such name: ${name}`));
  },
  dial: ([first], port) =>
    connect(port, first?.address === PUBLIC.address ? '127.0.0.1' : (first?.address ?? '')),
};

export default world;
