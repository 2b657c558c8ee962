/** The functions of pngjs that this package uses. It has no types of its own. */
declare module 'pngjs' {
  export const PNG: {
    readonly sync: {
      /** RGBA, whatever the file has. */
      read(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly data: Uint8Array };
    };
  };
}
