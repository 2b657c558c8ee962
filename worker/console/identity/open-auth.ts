import type { AppContext } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { type Auth, createAuth } from './auth.ts';

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

/** Opened for each request: on Workers, a request must not await what another has started. */
export async function openAuth(c: AppContext): Promise<Auth> {
  const { services } = c.var;
  const secret = await deriveCookieSecret(services.variables.SIGNING_SECRET);
  return createAuth(services, readOrigin(c), secret);
}

/** @param headers of better-auth's response */
export function forwardCookies(c: AppContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
