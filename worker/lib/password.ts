import { scrypt } from 'node:crypto';

interface Parameters {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet, for 16 MB of memory (an isolate has 128 MB). */
const PARAMETERS: Parameters = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const URL_SAFE = { alphabet: 'base64url', omitPadding: true } as const;

const derive = (password: string, salt: Uint8Array, parameters: Parameters): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    // Two keyboards may encode the same password differently (NIST SP 800-63B, 3.1.1.2).
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, parameters, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

export async function hashPassword(password: string, parameters = PARAMETERS): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await derive(password, salt, parameters);
  const { N, r, p } = parameters;
  return ['scrypt', N, r, p, salt.toBase64(URL_SAFE), new Uint8Array(key).toBase64(URL_SAFE)].join('$');
}

export async function verifyPassword(kept: { hash: string; password: string }): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = kept.hash.split('$');
  const expected = Uint8Array.fromBase64(key, URL_SAFE);
  if (scheme !== 'scrypt' || expected.length !== KEY_BYTES) return false;
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(kept.password, Uint8Array.fromBase64(salt, URL_SAFE), parameters);
  return crypto.subtle.timingSafeEqual(actual, expected);
}
