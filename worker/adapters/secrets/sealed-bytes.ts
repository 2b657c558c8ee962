import type { CredentialVault } from './credential-vault.ts';

/** The metadata of an object whose content is sealed: it has the id of the key. Before keys could change, it was `true`. */
export const SEALED = 'sealed';

/** Encrypts a stored request, because it may have passwords. @param context binds the bytes to their place */
export async function sealBytes(
  vault: CredentialVault,
  bytes: Uint8Array,
  context: string,
): Promise<Uint8Array> {
  return new TextEncoder().encode(await vault.seal(new TextDecoder().decode(bytes), context));
}

/** @throws {DecryptionError} */
export async function openBytes(
  vault: CredentialVault,
  sealed: ReadableStream<Uint8Array>,
  context: string,
): Promise<Uint8Array> {
  return new TextEncoder().encode(await vault.open(await new Response(sealed).text(), context));
}
