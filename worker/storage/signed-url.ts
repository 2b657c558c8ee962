/** HMAC-SHA256 with the secret of the installation: of a file's id and its expiry, in base64url. */
export class UrlSigner {
  readonly #key: Promise<CryptoKey>;

  constructor(secret: string) {
    this.#key = crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    );
  }

  /** `expires` is in Unix seconds. */
  async sign(fileId: string, expires: number): Promise<string> {
    const signature = await crypto.subtle.sign('HMAC', await this.#key, message(fileId, String(expires)));
    return toBase64Url(new Uint8Array(signature));
  }

  /**
   * Of a body's SHA-256. A body can have a short password, which its hash alone would let everyone find who reads it.
   * The id of a file never is `body`.
   */
  async keyHash(bodyHash: string): Promise<string> {
    const keyed = await crypto.subtle.sign('HMAC', await this.#key, message('body', bodyHash));
    return toBase64Url(new Uint8Array(keyed));
  }

  /** `expires` is exactly as in the URL. */
  async verify(fileId: string, expires: string, signature: string): Promise<boolean> {
    if (!/^[A-Za-z0-9_-]{43}$/.test(signature)) return false;
    const bytes = Uint8Array.fromBase64(signature, { alphabet: 'base64url' });
    // The last of the 43 characters has two unused bits, so several characters decode to the same bytes.
    if (toBase64Url(bytes) !== signature) return false;
    return crypto.subtle.verify('HMAC', await this.#key, bytes, message(fileId, expires));
  }
}

const message = (fileId: string, expires: string) => new TextEncoder().encode(`${fileId}\n${expires}`);

const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
