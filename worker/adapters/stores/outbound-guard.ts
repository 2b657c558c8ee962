import { isPublicHost, kindOfAddress, parseAddress } from '../../../schema/public-address.ts';
import { StoreError } from './store-error.ts';
import { trimEnd } from '../../../schema/trim-characters.ts';

/**
 * A Worker cannot resolve names, so a public name of a private address passes (decision 24). The flag
 * `global_fetch_strictly_public` prevents this on Cloudflare. Bare workerd needs an egress filter too.
 */
export interface OutboundPolicy {
  /** Allows loopback addresses and plain `http`. */
  readonly localDevelopment: boolean;
}

/** The problem as the end of a sentence; null if there is none. */
export function outboundProblem(address: string, { localDevelopment }: OutboundPolicy): string | null {
  const url = parseAddress(address);
  if (url === null) return 'must be an absolute URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or a password';
  if (url.protocol !== 'https:' && !(localDevelopment && url.protocol === 'http:')) return 'must be https';
  // The final dot of a name has no meaning.
  const host = trimEnd(url.hostname, '.');
  const kind = kindOfAddress(host);
  if (localDevelopment && (kind === 'loopback' || host === 'localhost')) return null;
  if (kind === 'loopback' || kind === 'private') return 'must not be a private or reserved address';
  return isPublicHost(host) ? null : 'must not be a private or reserved name';
}

export type OutboundFetch = (address: string, init?: RequestInit) => Promise<Response>;

/** Throws {@link StoreError}, also for a redirect: credentials and signatures are for one host only. */
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
