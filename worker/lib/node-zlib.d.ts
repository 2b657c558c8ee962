/** Only these functions: all types of Node would also declare Node's globals. */
declare module 'node:zlib' {
  /** Throws if the result is longer than `maxOutputLength`. */
  export function brotliDecompressSync(
    data: Uint8Array,
    options: { readonly maxOutputLength: number },
  ): Uint8Array<ArrayBuffer>;

  interface Gunzip extends AsyncIterable<Uint8Array> {
    readonly destroyed: boolean;
    once(event: 'close', listener: () => void): unknown;
    /** @param written is called when the bytes are expanded, and what they expand to was read */
    write(bytes: Uint8Array, written: (error: unknown) => void): boolean;
    end(): void;
    destroy(error?: unknown): void;
  }

  /** Reads the members of a gzip file, one after another. */
  export function createGunzip(): Gunzip;
}
