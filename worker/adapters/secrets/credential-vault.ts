import type { Secrets } from '../../../schema/secrets.ts';

/** The key was removed, or the sealed text was changed. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/** 96 bits. Source: NIST SP 800-38D, for AES-GCM. */
const IV_BYTES = 12;

const BASE64URL = { alphabet: 'base64url', omitPadding: true } as const;

/** AES-256-GCM, as `id.iv.ciphertext`. The id names the key, so older keys can still open old texts. */
export class CredentialVault {
  readonly #currentId: string;
  readonly #keys: ReadonlyMap<string, Promise<CryptoKey>>;

  /** Keys are `id:base64`, of 32 bytes. Old keys only open. */
  constructor(current: string, old: readonly string[] = []) {
    this.#currentId = readId(current);
    // The current key comes last, so that it replaces an old one with the same id.
    this.#keys = new Map([...old, current].map((key) => [readId(key), importKey(key)]));
  }

  async seal(text: string, context: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const key = await this.#key(this.#currentId);
    const sealed = await crypto.subtle.encrypt(algorithm(iv, context), key, new TextEncoder().encode(text));
    return [this.#currentId, iv.toBase64(BASE64URL), new Uint8Array(sealed).toBase64(BASE64URL)].join('.');
  }

  /** @throws {DecryptionError} */
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
      throw new DecryptionError('The sealed credentials were changed', { cause });
    }
  }

  /** The id of the key that seals. */
  get currentId(): string {
    return this.#currentId;
  }

  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.#currentId}.`);
  }

  #key(id: string): Promise<CryptoKey> {
    const key = this.#keys.get(id);
    if (key === undefined) throw new DecryptionError(`There is no credentials key with the id ${id}`);
    return key;
  }
}

/** Returns null if `CREDENTIALS_KEY` is not set. */
export function openVault({ CREDENTIALS_KEY }: Secrets): CredentialVault | null {
  const [current, ...old] = CREDENTIALS_KEY.map(({ value }) => value);
  return current === undefined ? null : new CredentialVault(current, old);
}

const readId = (key: string): string => key.slice(0, key.indexOf(':'));

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
