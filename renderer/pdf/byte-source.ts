/** A PDF that can be read at any place. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export const inMemory = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
});
