import { kindOfAddress } from '../../schema/public-address.ts';
import { StoreError } from './store-error.ts';

/**
 * The guard before every request to an address that a user chose: `https` only, no address and no name
 * that leads anywhere but the public internet, no redirects.
 *
 * What it cannot do: a Worker has no way to resolve a name before it connects, so a public name that
 * points at a private address passes here. Against those stands the flag `global_fetch_strictly_public`
 * in `wrangler.toml`, with which Cloudflare's own network, which has no route into anybody's private one,
 * treats every `fetch` as one from outside. An installation on bare workerd needs an egress filter besides.
 */
export interface OutboundPolicy {
  /** Lets loopback through, and plain `http`: for stores on a developer's machine, and nowhere else. */
  readonly localDevelopment: boolean;
}

/** Endings of names that never mean the public internet. Source: IANA, special-use domain names. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|onion|test|invalid|example|alt|arpa)$/;

/** Why an address may not be called, in words that end a sentence; null where it may. */
export function outboundProblem(address: string, { localDevelopment }: OutboundPolicy): string | null {
  if (!URL.canParse(address)) return 'must be an absolute URL';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  if (url.protocol !== 'https:' && !(localDevelopment && url.protocol === 'http:')) return 'must be https';
  // The final dot of a name changes nothing about where it leads.
  const host = url.hostname.replace(/\.+$/, '');
  const kind = kindOfAddress(host);
  if (localDevelopment && (kind === 'loopback' || host === 'localhost')) return null;
  if (kind === 'loopback' || kind === 'private') return 'must not be a private or reserved address';
  // A public name has a dot; one without is looked up in whatever network this runs in.
  const privateName = kind === null && (!host.includes('.') || PRIVATE_NAME.test(host));
  return privateName ? 'must not be a private or reserved name' : null;
}

export type OutboundFetch = (address: string, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` behind the guard. Redirects are refused, not followed: an S3 request is signed for one host,
 * and credentials must not travel to a place that the operator did not name.
 *
 * @returns a fetch that throws {@link StoreError} where it may not call, or is sent elsewhere
 */
export const guardedFetch =
  (policy: OutboundPolicy): OutboundFetch =>
  async (address, init = {}) => {
    const problem = outboundProblem(address, policy);
    if (problem !== null) throw new StoreError(`The address ${problem}.`, { retryable: false });
    const response = await fetch(address, { ...init, redirect: 'manual' });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw new StoreError(`The store redirects elsewhere (HTTP ${response.status}), which is not followed.`, {
      status: response.status,
      retryable: false,
    });
  };
