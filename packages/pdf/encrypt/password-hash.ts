import { createCipheriv, createHash, createSecretKey } from 'node:crypto';

const ROUNDS = 64;
const REPETITIONS = 64;
const MAX_KEY_BYTES = 64;
const HASHES = ['sha256', 'sha384', 'sha512'] as const;

/**
 * ISO 32000-2, algorithm 2.B: AES-128 and three hashes, at least 64 times.
 * @param user the 48 bytes of `/U`, for the owner's password
 */
export function hashPassword(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  let key = createHash('sha256').update(password).update(salt).update(user).digest();
  // One for all rounds: new ones take a sixth of the time, because they have to be collected.
  const buffer = new Uint8Array((password.byteLength + MAX_KEY_BYTES + user.byteLength) * REPETITIONS);
  for (let round = 1; ; round += 1) {
    // In Node, a key object takes half of the time of a key in bytes.
    const secret = createSecretKey(key.subarray(0, 16));
    const cipher = createCipheriv('aes-128-cbc', secret, key.subarray(16, 32));
    const encrypted = cipher.update(repeat([password, key, user], buffer));
    const remainder = sumOf(encrypted.subarray(0, 16)) % HASHES.length;
    key = createHash(HASHES[remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= ROUNDS && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

/** 256 is 1 modulo 3, so the number that 16 bytes make has the remainder of their sum. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum;
}

/** @returns the start of the buffer */
function repeat(parts: readonly Uint8Array[], buffer: Uint8Array): Uint8Array {
  let size = 0;
  for (const part of parts) {
    buffer.set(part, size);
    size += part.byteLength;
  }
  const end = size * REPETITIONS;
  // Each copy doubles what is filled.
  for (let filled = size; filled < end; filled *= 2)
    buffer.copyWithin(filled, 0, Math.min(filled, end - filled));
  return buffer.subarray(0, end);
}
