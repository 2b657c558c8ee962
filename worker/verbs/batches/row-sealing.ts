import type { CredentialVault } from '../../adapters/secrets/credential-vault.ts';
import { openBytes, sealBytes } from '../../adapters/secrets/sealed-bytes.ts';

const contextOf = (batchId: string, index: number): string => [batchId, index].join('\n');

/** Encrypts the text of a row, before it is stored. */
export interface RowSeal {
  readonly keyId: string;
  seal(text: Uint8Array, index: number): Promise<Uint8Array>;
}

export const rowSeal = (vault: CredentialVault, batchId: string): RowSeal => ({
  keyId: vault.currentId,
  seal: (text, index) => sealBytes(vault, text, contextOf(batchId, index)),
});

/** @throws {DecryptionError} */
export const openRowText = (
  vault: CredentialVault,
  { batchId, index }: { readonly batchId: string; readonly index: number },
  sealed: ReadableStream<Uint8Array>,
): Promise<Uint8Array> => openBytes(vault, sealed, contextOf(batchId, index));
