/** The credentials of a target cannot be opened: their key is gone, or they were tampered with. */
export class SealedForGood extends Error {
  override readonly name = 'SealedForGood';
}

/** 96 bits, as NIST SP 800-38D recommends for AES-GCM; drawn for each sealing. */
const IV_BYTES = 12;

const BASE64URL = { alphabet: 'base64url', omitPadding: true } as const;

/**
 * Encrypts credentials at rest: AES-256-GCM under a secret that has an id. Sealed text names its key
 * (`id.iv.ciphertext`), so an installation seals with its current key and opens what older ones sealed.
 * What is sealed is bound to a context: it opens nowhere else.
 */
export class CredentialVault {
  readonly #currentId: string;
  readonly #keys: ReadonlyMap<string, Promise<CryptoKey>>;

  /**
   * @param current `id:base64`, 32 bytes
   * @param old the same, for keys that only open
   */
  constructor(current: string, old: readonly string[] = []) {
    this.#currentId = idOf(current);
    // The current key last: it wins over an old one of the same id.
    this.#keys = new Map([...old, current].map((key) => [idOf(key), importKey(key)]));
  }

  async seal(text: string, context: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const key = await this.#key(this.#currentId);
    const sealed = await crypto.subtle.encrypt(algorithm(iv, context), key, new TextEncoder().encode(text));
    return [this.#currentId, iv.toBase64(BASE64URL), new Uint8Array(sealed).toBase64(BASE64URL)].join('.');
  }

  /** @throws {SealedForGood} */
  async open(sealed: string, context: string): Promise<string> {
    const [id = '', iv = '', ciphertext = ''] = sealed.split('.');
    const key = await this.#key(id);
    try {
      const bytes = Uint8Array.fromBase64(ciphertext, BASE64URL);
      const opened = await crypto.subtle.decrypt(
        algorithm(Uint8Array.fromBase64(iv, BASE64URL), context),
        key,
        bytes,
      );
      return new TextDecoder().decode(opened);
    } catch (cause) {
      throw new SealedForGood('The sealed credentials were changed', { cause });
    }
  }

  /** Whether it is the current key that sealed this. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.#currentId}.`);
  }

  #key(id: string): Promise<CryptoKey> {
    const key = this.#keys.get(id);
    if (key === undefined) throw new SealedForGood(`There is no credentials key with the id ${id}`);
    return key;
  }
}

const idOf = (key: string): string => key.slice(0, key.indexOf(':'));

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', Uint8Array.fromBase64(key.slice(key.indexOf(':') + 1)), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

const algorithm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(context),
});
