/** Only this function: all types of Node would also declare Node's globals. */
declare module 'node:crypto' {
  export function scrypt(
    password: string | Uint8Array,
    salt: Uint8Array,
    keyBytes: number,
    parameters: { readonly N: number; readonly r: number; readonly p: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}
