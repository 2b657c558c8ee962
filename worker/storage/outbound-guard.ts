import { kindOfAddress } from '../../schema/public-address.ts';
import { StoreError } from './store-error.ts';

/**
 * The check of every address that a user chose: `https` only, public addresses and names only, no redirects.
 *
 * A Worker cannot resolve a name before it connects, so a public name that points to a private address passes
 * (design note 24). On Cloudflare, the flag `global_fetch_strictly_public` in `wrangler.toml` sends every `fetch`
 * through the public internet. An installation on bare workerd needs an egress filter too.
 */
export interface OutboundPolicy {
  /** Allows loopback and plain `http`, for stores on a developer's machine. */
  readonly localDevelopment: boolean;
}

/** Names that never resolve on the public internet. Source: IANA, special-use domain names. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|onion|test|invalid|example|alt|arpa)$/;

/** Why the address is not allowed, as the end of a sentence; null if it is allowed. */
export function outboundProblem(address: string, { localDevelopment }: OutboundPolicy): string | null {
  if (!URL.canParse(address)) return 'must be an absolute URL';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  if (url.protocol !== 'https:' && !(localDevelopment && url.protocol === 'http:')) return 'must be https';
  // A name with a final dot is the same name.
  const host = url.hostname.replace(/\.+$/, '');
  const kind = kindOfAddress(host);
  if (localDevelopment && (kind === 'loopback' || host === 'localhost')) return null;
  if (kind === 'loopback' || kind === 'private') return 'must not be a private or reserved address';
  // A name without a dot is looked up in the local network.
  const privateName = kind === null && (!host.includes('.') || PRIVATE_NAME.test(host));
  return privateName ? 'must not be a private or reserved name' : null;
}

export type OutboundFetch = (address: string, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` with that check. A redirect is an error: an S3 request is signed for one host, and credentials must not
 * reach another.
 *
 * @returns a fetch that throws {@link StoreError} for an address that is not allowed and for a redirect
 */
export const guardedFetch =
  (policy: OutboundPolicy): OutboundFetch =>
  async (address, init = {}) => {
    const problem = outboundProblem(address, policy);
    if (problem !== null) throw new StoreError(`The address ${problem}.`, { retryable: false });
    const response = await fetch(address, { ...init, redirect: 'manual' });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw new StoreError(`The store redirects (HTTP ${response.status}). Redirects are not followed.`, {
      status: response.status,
      retryable: false,
    });
  };
