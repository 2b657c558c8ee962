import { mkdirSync } from 'node:fs';
import { changeDevVars, localSecrets, readDevVars } from './local-secrets.ts';

/** Makes the folder of the data, which only its user can read, and the secrets in it. */
export function prepareServer(stateDir: string): void {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  // What a machine of a developer allows, a server does not.
  if (readDevVars().LOCAL_DEVELOPMENT === undefined) changeDevVars({ LOCAL_DEVELOPMENT: 'false' });
  localSecrets();
}
