import type { ByteSource } from './byte-source.ts';

const BLOCK_BYTES = 1 << 16;
const MAX_BLOCKS = 16;

/**
 * Reads small parts in whole blocks. The pages of a document are described next to each other, and each read of a PDF
 * in the browser is a round trip.
 */
export function inBlocks(source: ByteSource): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const readBlock = (index: number): Promise<Uint8Array> => {
    const block = blocks.get(index) ?? source.read(index * BLOCK_BYTES, BLOCK_BYTES);
    // A Map keeps insertion order, so the block is inserted again as the youngest.
    blocks.delete(index);
    blocks.set(index, block);
    const [oldest] = blocks.keys();
    if (blocks.size > MAX_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return block;
  };
  return {
    sizeBytes: source.sizeBytes,
    ...(source.closed ? { closed: source.closed, close: () => source.close?.() } : {}),
    async read(offset, length) {
      const end = Math.min(offset + length, source.sizeBytes);
      if (end - offset >= BLOCK_BYTES) return source.read(offset, length);
      const result = new Uint8Array(Math.max(0, end - offset));
      for (let filled = 0; filled < result.byteLength; ) {
        const from = offset + filled;
        const block = await readBlock(Math.floor(from / BLOCK_BYTES));
        const part = block.subarray(from % BLOCK_BYTES, (from % BLOCK_BYTES) + result.byteLength - filled);
        result.set(part, filled);
        filled += part.byteLength;
      }
      return result;
    },
  };
}
