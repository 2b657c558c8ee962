/**
 * HMAC-SHA256 with the secret of the installation: of a file's id and its expiry, in base64url. What other secrets signed
 * is valid too, because a secret changes while its signatures are in use.
 */
export class UrlSigner {
  readonly #current: string;
  readonly #others: readonly string[];

  constructor(current: string, ...others: readonly string[]) {
    this.#current = current;
    this.#others = others;
  }

  /** `expires` is in Unix seconds. */
  async sign(fileId: string, expires: number): Promise<string> {
    return hmac(await keyOf(this.#current), fileId, String(expires));
  }

  /**
   * Keyed hashes of a body's SHA-256. The first one uses the current secret. A body can have a short password, and a plain
   * hash would let its reader guess it. No file has the id `body`.
   */
  async keyHashes(bodyHash: string): Promise<readonly [string, ...string[]]> {
    const hash = async (secret: string) => hmac(await keyOf(secret), 'body', bodyHash);
    return [await hash(this.#current), ...(await Promise.all(this.#others.map(hash)))];
  }

  /** `expires` is exactly as in the URL. */
  async verify(fileId: string, expires: string, signature: string): Promise<boolean> {
    if (!/^[A-Za-z0-9_-]{43}$/.test(signature)) return false;
    const bytes = Uint8Array.fromBase64(signature, { alphabet: 'base64url' });
    // The last of the 43 characters has two unused bits, so several characters decode to the same bytes.
    if (toBase64Url(bytes) !== signature) return false;
    for (const secret of [this.#current, ...this.#others]) {
      const key = await keyOf(secret);
      if (await crypto.subtle.verify('HMAC', key, bytes, message(fileId, expires))) return true;
    }
    return false;
  }
}

/** The keys of the installation's few secrets. A request cannot await what another one has started, so these are no promises. */
const imported = new Map<string, CryptoKey>();

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = imported.get(secret);
  if (known !== undefined) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
  imported.set(secret, key);
  return key;
}

const hmac = async (key: CryptoKey, subject: string, detail: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, message(subject, detail))));

const message = (subject: string, detail: string) => new TextEncoder().encode(`${subject}\n${detail}`);

const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
