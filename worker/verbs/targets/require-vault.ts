import { ApiError } from '../../lib/api-error.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { CredentialVault } from '../../adapters/secrets/credential-vault.ts';

/** @throws {ApiError} `NOT_IMPLEMENTED` if the installation has no `CREDENTIALS_KEY` */
export function requireVault({ services }: BaseCtx): CredentialVault {
  if (services.vault === null) throw new ApiError('NOT_IMPLEMENTED');
  return services.vault;
}
