import type { CredentialVault } from './credential-vault.ts';

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
