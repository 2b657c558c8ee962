/** A PDF that can be read at any place. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  /** There where the PDF lies with somebody who has to know when it was taken. */
  close?(): void;
  readonly closed?: Promise<void>;
}

export const inMemory = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
});

/** One that came in pieces, which stay as they are: joined, they would be in memory twice. */
export function inPieces(pieces: readonly Uint8Array[]): ByteSource {
  const [only] = pieces;
  if (only && pieces.length === 1) return inMemory(only);
  const sizeBytes = pieces.reduce((size, piece) => size + piece.byteLength, 0);
  return {
    sizeBytes,
    read(offset, length) {
      const result = new Uint8Array(Math.max(0, Math.min(length, sizeBytes - offset)));
      let start = 0;
      for (const piece of pieces) {
        const from = Math.max(0, offset - start);
        const part = piece.subarray(from, Math.max(from, offset + result.byteLength - start));
        if (part.byteLength > 0) result.set(part, start + from - offset);
        start += piece.byteLength;
        if (start >= offset + result.byteLength) break;
      }
      return Promise.resolve(result);
    },
  };
}

const STREAM_PIECE_BYTES = 1 << 20;

/** The whole of it, read as fast as it is taken. RPC passes on streams of bytes only. */
export function streamed(source: ByteSource): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    type: 'bytes',
    async pull(controller: ReadableByteStreamController) {
      const piece = await source.read(offset, STREAM_PIECE_BYTES);
      // A copy: what a stream is given it takes away, and the source may be read again.
      if (piece.byteLength > 0) controller.enqueue(piece.slice());
      offset += piece.byteLength;
      if (offset < source.sizeBytes) return;
      source.close?.();
      controller.close();
    },
    cancel() {
      source.close?.();
    },
  });
}
