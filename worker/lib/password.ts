import { scrypt } from 'node:crypto';

interface Parameters {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * OWASP Password Storage Cheat Sheet, for 16 MB of memory (an isolate has 128 MB). Its five parts are made one after another instead
 * of in one call: workerd computes a call in one turn, and no other request runs in that time.
 */
const PARAMETERS: Parameters = { N: 2 ** 14, r: 8, p: 1 };
const ROUNDS = 5;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const URL_SAFE = { alphabet: 'base64url', omitPadding: true } as const;

const derive = (secret: string | Uint8Array, salt: Uint8Array, parameters: Parameters): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, KEY_BYTES, parameters, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** Each round derives the key of the next one. */
async function deriveInRounds(
  password: string,
  salt: Uint8Array,
  { rounds, ...parameters }: Parameters & { readonly rounds: number },
): Promise<Uint8Array> {
  // Two keyboards may encode the same password differently (NIST SP 800-63B, 3.1.1.2).
  let key = await derive(password.normalize('NFKC'), salt, parameters);
  for (let round = 1; round < rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    key = await derive(key, salt, parameters);
  }
  return new Uint8Array(key);
}

const SCHEME = /^scrypt(?:\*(\d+))?$/;

export async function hashPassword(password: string, parameters = PARAMETERS): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await deriveInRounds(password, salt, { ...parameters, rounds: ROUNDS });
  const { N, r, p } = parameters;
  return [`scrypt*${ROUNDS}`, N, r, p, salt.toBase64(URL_SAFE), key.toBase64(URL_SAFE)].join('$');
}

export async function verifyPassword(kept: { hash: string; password: string }): Promise<boolean> {
  const [scheme = '', N, r, p, salt = '', key = ''] = kept.hash.split('$');
  const named = SCHEME.exec(scheme);
  const expected = Uint8Array.fromBase64(key, URL_SAFE);
  if (!named || expected.length !== KEY_BYTES) return false;
  const parameters = { N: Number(N), r: Number(r), p: Number(p), rounds: Number(named[1] ?? 1) };
  const actual = await deriveInRounds(kept.password, Uint8Array.fromBase64(salt, URL_SAFE), parameters);
  return crypto.subtle.timingSafeEqual(actual, expected);
}
