/** What this package uses of pngjs, which has no types. */
declare module 'pngjs' {
  export const PNG: {
    readonly sync: {
      /** RGBA, whatever the file has. */
      read(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly data: Uint8Array };
    };
  };
}
