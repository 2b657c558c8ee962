import { createCipheriv } from 'node:crypto';

const BLOCK = 16;

/** The size of a string or stream of `size` bytes when it is encrypted: with its start value and its padding. */
export const encryptedSize = (size: number): number => BLOCK + padded(size);

const padded = (size: number): number => size + BLOCK - (size % BLOCK);

/**
 * Encrypts strings and streams one after the other (AES-256-CBC, ISO 32000-2, 7.6.3). The start value of each is an encrypted
 * block: an empty one, mixed with the ciphertext before it. So nobody can predict it, and the same group gives the same
 * bytes when it is read again.
 */
export class GroupCipher {
  readonly #cipher;

  /** @param start 16 bytes that no other group of the file has */
  constructor(key: Uint8Array, start: Uint8Array) {
    this.#cipher = createCipheriv('aes-256-cbc', key, start);
    this.#cipher.setAutoPadding(false);
  }

  /** Joins what is small, because each call of the cipher costs more than the bytes. */
  encryptAll(texts: readonly Uint8Array[]): Uint8Array[] {
    const sizes = texts.map((text) => encryptedSize(text.byteLength));
    const plain = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
    let filled = 0;
    for (const [index, text] of texts.entries()) {
      plain.set(text, filled + BLOCK);
      const end = filled + (sizes[index] ?? 0);
      plain.fill(end - filled - BLOCK - text.byteLength, filled + BLOCK + text.byteLength, end);
      filled = end;
    }
    const encrypted = plain.byteLength === 0 ? plain : this.#cipher.update(plain);
    let start = 0;
    return sizes.map((size) => encrypted.subarray(start, (start += size)));
  }

  /** For a stream that is encrypted in pieces: `begin`, `update` for each, `end`. */
  begin(): Uint8Array {
    return this.#cipher.update(new Uint8Array(BLOCK));
  }

  update(piece: Uint8Array): Uint8Array {
    return this.#cipher.update(piece);
  }

  end(size: number): Uint8Array {
    const count = padded(size) - size;
    return this.#cipher.update(new Uint8Array(count).fill(count));
  }
}
