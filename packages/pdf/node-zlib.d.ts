/** Only what this package uses. Node and Workers with `nodejs_compat` have it. */
declare module 'node:zlib' {
  export function deflateSync(
    data: Uint8Array,
    options?: { readonly level: number },
  ): Uint8Array<ArrayBuffer>;
  /** Throws if the result is longer than `maxOutputLength`. */
  export function inflateSync(
    data: Uint8Array,
    options: { readonly maxOutputLength: number; readonly finishFlush?: number },
  ): Uint8Array<ArrayBuffer>;
}
