/** Entries of each half. Two halves are 21 MB. */
const HALF_ENTRIES = 1 << 18;

/** A slot has the digest and the id. */
const SLOT_WORDS = 5;

/** Half of the slots stay empty, so that a search is short. */
const SLOTS = HALF_ENTRIES * 2;

/** The first 16 bytes of a SHA-256. */
export type Digest = Uint32Array;

export function toDigest(hash: Uint8Array): Digest {
  const view = new DataView(hash.buffer, hash.byteOffset);
  return Uint32Array.from([0, 4, 8, 12], (at) => view.getUint32(at));
}

const isSame = (slots: Uint32Array, at: number, digest: Digest): boolean =>
  slots[at] === digest[0] &&
  slots[at + 1] === digest[1] &&
  slots[at + 2] === digest[2] &&
  slots[at + 3] === digest[3];

/** Grows with its entries, up to its share of the memory. */
class Half {
  #slots = new Uint32Array(SLOT_WORDS << 10);
  #count = 0;

  get isFull(): boolean {
    return this.#count >= HALF_ENTRIES;
  }

  find(digest: Digest): number {
    return this.#slots[this.#search(digest) + 4] ?? 0;
  }

  add(digest: Digest, id: number): void {
    const slots = this.#slots.length / SLOT_WORDS;
    if (this.#count * 2 >= slots && slots < SLOTS) this.#grow();
    const at = this.#search(digest);
    if (this.#slots[at + 4] === 0) this.#count += 1;
    this.#slots.set(digest, at);
    this.#slots[at + 4] = id;
  }

  /** The place of the digest, or the empty place for it. */
  #search(digest: Digest): number {
    const slots = this.#slots;
    const count = slots.length / SLOT_WORDS;
    for (let slot = (digest[0] ?? 0) % count; ; slot = (slot + 1) % count) {
      const at = slot * SLOT_WORDS;
      if (slots[at + 4] === 0) return at;
      if (isSame(slots, at, digest)) return at;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += SLOT_WORDS) {
      if (old[at + 4] === 0) continue;
      this.#slots.set(old.subarray(at, at + SLOT_WORDS), this.#search(old.subarray(at, at + 4)));
    }
  }
}

/**
 * The objects of the merged file, by their content. It forgets the content that no file had for the longest time, so that its memory
 * has a bound: between 262,144 and twice as many contents are known.
 */
export class TwinTable {
  #young = new Half();
  #old = new Half();

  /** The id of the object, or 0. */
  find(digest: Digest): number {
    const young = this.#young.find(digest);
    if (young > 0) return young;
    const old = this.#old.find(digest);
    if (old > 0) this.add(digest, old);
    return old;
  }

  add(digest: Digest, id: number): void {
    if (this.#young.isFull) {
      this.#old = this.#young;
      this.#young = new Half();
    }
    this.#young.add(digest, id);
  }
}
