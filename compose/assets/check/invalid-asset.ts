/** A file that cannot be an asset. The message continues a sentence that begins with "body: ". */
export class InvalidAsset extends Error {
  override readonly name = 'InvalidAsset';
}

/** @throws {InvalidAsset} */
export function invalid(problem: string): never {
  throw new InvalidAsset(problem);
}

/** It copies nothing, so it charges nothing. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Four bytes as text. Empty if the file ends before. The caller charges the part that they begin. */
export const tagAt = (bytes: Uint8Array, at: number): string =>
  at + 4 > bytes.byteLength ? '' : String.fromCharCode(...bytes.subarray(at, at + 4));
