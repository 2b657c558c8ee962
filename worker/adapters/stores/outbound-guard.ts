import { isPublicHost, kindOfAddress, parseAddress } from '../../../schema/public-address.ts';
import { StoreError } from './store-error.ts';
import { trimEnd } from '../../../schema/trim-characters.ts';

/**
 * A Worker cannot resolve names, so a public name of a private address passes (decision 24). The flag
 * `global_fetch_strictly_public` prevents this on Cloudflare. Elsewhere the proxy prevents it.
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

export interface OutboundProxy {
  readonly fetch: OutboundFetch;
}

/** The proxy says why it did not reach a server. It passes on no such header of a server. Source: RFC 9209. */
const PROXY_STATUS = 'Proxy-Status';
const PROHIBITED = 'destination_ip_prohibited';

/**
 * Throws {@link StoreError}, also for a redirect: credentials and signatures are for one host only.
 * @param proxy on a server of one's own: it checks the address that it connects to, and ends an answer that has no end
 */
export const guardedFetch =
  (policy: OutboundPolicy, proxy?: OutboundProxy): OutboundFetch =>
  async (address, init = {}) => {
    const problem = outboundProblem(address, policy);
    if (problem !== null) throw new StoreError(`The address ${problem}.`, { retryable: false });
    const manual: RequestInit = { ...init, redirect: 'manual' };
    const response = await (proxy === undefined ? fetch(address, manual) : fetchBy(proxy, address, manual));
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw new StoreError(`The store redirects (HTTP ${response.status}). Redirects are not followed.`, {
      status: response.status,
      retryable: false,
    });
  };

async function fetchBy(proxy: OutboundProxy, address: string, init: RequestInit): Promise<Response> {
  const response = await proxy.fetch(address, init);
  const status = response.headers.get(PROXY_STATUS);
  if (status === null) return response;
  await response.body?.cancel();
  if (status.includes(PROHIBITED))
    throw new StoreError('The address must not be a private or reserved address.', { retryable: false });
  throw new TypeError('Network connection lost.');
}
