import { mkdirSync } from 'node:fs';
import { changeDevVars, localSecrets, readDevVars } from './local-secrets.ts';

/** Makes the folder of the data, which only its user can read, and the secrets in it. */
export function prepareServer(stateDir: string): void {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  // A server must not allow what a developer's machine allows. `localSecrets` would set `true`.
  if (readDevVars().LOCAL_DEVELOPMENT === undefined) changeDevVars({ LOCAL_DEVELOPMENT: 'false' });
  localSecrets();
}
