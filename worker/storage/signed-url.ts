/**
 * HMAC-SHA256 with the secret of the installation: of a file's id and its expiry, in base64url. What other secrets signed
 * is valid too, because a secret changes while its signatures are in use.
 */
export class UrlSigner {
  readonly #current: Promise<CryptoKey>;
  readonly #others: readonly Promise<CryptoKey>[];

  constructor(current: string, ...others: readonly string[]) {
    this.#current = importKey(current);
    this.#others = others.map(importKey);
  }

  /** `expires` is in Unix seconds. */
  async sign(fileId: string, expires: number): Promise<string> {
    return hmac(await this.#current, fileId, String(expires));
  }

  /**
   * Of a body's SHA-256, with the current secret first. A body can have a short password, which its hash alone would let
   * everyone find who reads it. The id of a file never is `body`.
   */
  async keyHashes(bodyHash: string): Promise<readonly [string, ...string[]]> {
    const hash = async (key: Promise<CryptoKey>) => hmac(await key, 'body', bodyHash);
    return [await hash(this.#current), ...(await Promise.all(this.#others.map(hash)))];
  }

  /** `expires` is exactly as in the URL. */
  async verify(fileId: string, expires: string, signature: string): Promise<boolean> {
    if (!/^[A-Za-z0-9_-]{43}$/.test(signature)) return false;
    const bytes = Uint8Array.fromBase64(signature, { alphabet: 'base64url' });
    // The last of the 43 characters has two unused bits, so several characters decode to the same bytes.
    if (toBase64Url(bytes) !== signature) return false;
    for (const key of [this.#current, ...this.#others]) {
      if (await crypto.subtle.verify('HMAC', await key, bytes, message(fileId, expires))) return true;
    }
    return false;
  }
}

const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

const hmac = async (key: CryptoKey, subject: string, detail: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, message(subject, detail))));

const message = (subject: string, detail: string) => new TextEncoder().encode(`${subject}\n${detail}`);

const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
