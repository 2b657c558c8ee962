import type { AppContext } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { type Auth, openAuth } from './auth.ts';

const SECRET_BYTES = 32;

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * The key of the cookies, out of the secret that every installation has: one secret less to set, and HKDF
 * keeps the two uses apart (RFC 5869).
 */
async function cookieSecret(signingSecret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encode(signingSecret), 'HKDF', false, ['deriveBits']);
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encode('platen: sessions of the dashboard'),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, SECRET_BYTES * 8)).toBase64();
}

/** Made for each request, as nothing that one request awaits may be begun by another. */
export async function authOf(c: AppContext): Promise<Auth> {
  const { services } = c.var;
  return openAuth(services, originOf(c), await cookieSecret(services.variables.SIGNING_SECRET));
}

/** Passes on the cookies that an answer sets. */
export function takeCookies(c: AppContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
