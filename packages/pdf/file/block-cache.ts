import type { ByteSource } from './byte-source.ts';

/** The blocks for reads of a PDF that is in the browser. */
const SMALL_BLOCKS = { blockBytes: 1 << 16, maxBlocks: 16 };

/**
 * Reads small parts in whole blocks. The pages of a document are described next to each other, and each read of a PDF
 * in the browser is a round trip.
 */
export function inBlocks(source: ByteSource, { blockBytes, maxBlocks } = SMALL_BLOCKS): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const readBlock = (index: number): Promise<Uint8Array> => {
    const block = blocks.get(index) ?? source.read(index * blockBytes, blockBytes);
    // A Map keeps insertion order, so the block is inserted again as the youngest.
    blocks.delete(index);
    blocks.set(index, block);
    const [oldest] = blocks.keys();
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    return block;
  };
  return {
    sizeBytes: source.sizeBytes,
    ...(source.closed ? { closed: source.closed, close: () => source.close?.() } : {}),
    async read(offset, length) {
      const end = Math.min(offset + length, source.sizeBytes);
      if (end - offset >= blockBytes) return source.read(offset, length);
      const first = Math.floor(offset / blockBytes);
      const start = offset - first * blockBytes;
      if (start + end - offset <= blockBytes)
        return (await readBlock(first)).subarray(start, Math.max(start, start + end - offset));
      const result = new Uint8Array(Math.max(0, end - offset));
      for (let filled = 0; filled < result.byteLength;) {
        const from = offset + filled;
        const block = await readBlock(Math.floor(from / blockBytes));
        const part = block.subarray(from % blockBytes, (from % blockBytes) + result.byteLength - filled);
        result.set(part, filled);
        filled += part.byteLength;
      }
      return result;
    },
  };
}
