export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Set for a PDF that is still in the browser: releases it and its page. */
  close?(): void;
  /** Set together with `close`; resolves when the PDF is closed. */
  readonly closed?: Promise<void>;
}

export const inMemory = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
});

/** Does not join the pieces, because that would double the memory. */
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

/** Closes the source. */
export async function readWhole(source: ByteSource): Promise<Uint8Array> {
  try {
    return await source.read(0, source.sizeBytes);
  } finally {
    source.close?.();
  }
}

const STREAM_PIECE_BYTES = 1 << 18;

/** Closes the source at the end. Workers RPC accepts byte streams only. */
export function streamed(source: ByteSource): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    type: 'bytes',
    async pull(controller: ReadableByteStreamController) {
      const piece = await source.read(offset, STREAM_PIECE_BYTES);
      // The stream takes over the buffer, and the source may be read again.
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
