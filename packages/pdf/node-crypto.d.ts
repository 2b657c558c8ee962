/** Only what this package uses. Node and Workers with `nodejs_compat` have it. */
declare module 'node:crypto' {
  interface PlainCipher {
    setAutoPadding(isOn: boolean): unknown;
    update(data: Uint8Array): Uint8Array;
    final(): Uint8Array;
  }
  interface PlainHash {
    update(data: Uint8Array | string): PlainHash;
    digest(): Uint8Array;
  }
  interface SecretKey {
    readonly type: 'secret';
  }
  export function createCipheriv(algorithm: string, key: Uint8Array | SecretKey, iv: Uint8Array): PlainCipher;
  export function createSecretKey(key: Uint8Array): SecretKey;
  export function createHash(algorithm: string): PlainHash;
}
