export const sha256 = (text: string): Promise<ArrayBuffer> =>
  crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));

/** Lower-case hexadecimal. */
export const sha256Hex = async (text: string): Promise<string> => new Uint8Array(await sha256(text)).toHex();

/** Lower-case hexadecimal. */
export const bytesDigest = async (bytes: Uint8Array): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
