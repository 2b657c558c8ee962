/** Only this function: all types of Node would also declare Node's globals. */
declare module 'node:zlib' {
  /** Throws if the result is longer than `maxOutputLength`. */
  export function brotliDecompressSync(
    data: Uint8Array,
    options: { readonly maxOutputLength: number },
  ): Uint8Array<ArrayBuffer>;
}
