import type { AppContext } from '../../http/context.ts';
import { clientAddress } from '../../http/client-address.ts';
import { readOrigin } from '../../http/origin.ts';
import { signingSecrets } from '../../../adapters/secrets/signing-secrets.ts';
import { ADDRESS_HEADER, type Auth, createAuth } from './auth.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { resignCookies } from './resign-cookies.ts';

const SECRET_BYTES = 32;

const encode = (text: string) => new TextEncoder().encode(text);

/** Derived (HKDF, RFC 5869), so that an operator has one secret less to set. */
async function deriveCookieSecret(signingSecret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encode(signingSecret), 'HKDF', false, ['deriveBits']);
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encode('platen: sessions of the dashboard'),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, SECRET_BYTES * 8)).toBase64();
}

export interface OpenedAuth {
  readonly auth: Auth;
  /** The headers of the request, with cookies that the current secret has signed, and the address of the client. */
  readonly headers: Headers;
  /** Sets the cookies of better-auth's response. */
  readonly forwardCookies: (response: Headers) => Promise<void>;
}

/** Opened for each request: on Workers, a request must not await what another has started. */
export async function openAuth(c: AppContext): Promise<OpenedAuth> {
  const services = c.get('services');
  const [current, ...others] = signingSecrets(services.variables.secrets);
  const secret = await deriveCookieSecret(current);
  const headers = new Headers(c.req.raw.headers);
  const address = clientAddress(c);
  headers.delete(ADDRESS_HEADER);
  if (address !== null) headers.set(ADDRESS_HEADER, address);
  const cookies = headers.get('Cookie');
  if (cookies !== null && others.length > 0) {
    const otherSecrets = await Promise.all(others.map(deriveCookieSecret));
    headers.set('Cookie', await resignCookies(cookies, secret, otherSecrets));
  }
  const challenges = new PasskeyChallenges(services.database);
  const hasAddresses = address !== null;
  const auth = createAuth(services, { origin: readOrigin(c), secret, hasAddresses, challenges });
  const forwardCookies = async (response: Headers): Promise<void> => {
    for (const cookie of response.getSetCookie()) {
      c.header('Set-Cookie', await challenges.intoCookie(cookie, secret), { append: true });
    }
  };
  return { auth, headers, forwardCookies };
}
