import { createCipheriv, createHash, createSecretKey } from 'node:crypto';

const ROUNDS = 64;
const REPETITIONS = 64;
const HASHES = ['sha256', 'sha384', 'sha512'] as const;

/**
 * ISO 32000-2, algorithm 2.B: AES-128 and three hashes, at least 64 times.
 * @param user the 48 bytes of `/U`, for the owner's password
 */
export function hashPassword(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  let key = createHash('sha256').update(password).update(salt).update(user).digest();
  for (let round = 1; ; round += 1) {
    // In Node, a key object takes half of the time of a key in bytes.
    const secret = createSecretKey(key.subarray(0, 16));
    const cipher = createCipheriv('aes-128-cbc', secret, key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(repeat([password, key, user]));
    // 256 is 1 modulo 3, so the number that 16 bytes make has the remainder of their sum.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % HASHES.length;
    key = createHash(HASHES[remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= ROUNDS && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

function repeat(parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const all = new Uint8Array(size * REPETITIONS);
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.byteLength;
  }
  for (; filled < all.byteLength; filled += size) all.copyWithin(filled, 0, size);
  return all;
}
