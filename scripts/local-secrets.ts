import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs';
import { inProject } from './project.ts';

/**
 * The secrets of local development. Wrangler reads them from `.dev.vars`, which git ignores and a
 * deployment never carries: they are drawn on this machine, so that no default exists to be deployed.
 */
export interface LocalSecrets {
  readonly operatorToken: string;
  readonly signingSecret: string;
  readonly credentialsKey: string;
  /** Shared with a renderer that runs beside the service. */
  readonly rendererToken: string;
}

const DEV_VARS = inProject('.dev.vars');

function valueOf(name: string): string | undefined {
  if (!existsSync(DEV_VARS)) return undefined;
  const line = new RegExp(`^${name}\\s*=\\s*"?([^"\\n]*)"?\\s*$`, 'm').exec(readFileSync(DEV_VARS, 'utf8'));
  return line?.[1] === '' ? undefined : line?.[1];
}

function secret(name: string, draw: () => string): string {
  const known = valueOf(name);
  if (known !== undefined) return known;
  const drawn = draw();
  appendFileSync(DEV_VARS, `${name}="${drawn}"\n`, { mode: 0o600 });
  chmodSync(DEV_VARS, 0o600);
  return drawn;
}

const randomText = (): string => randomBytes(32).toString('base64url');
const randomCredentialsKey = (): string => `local:${randomBytes(32).toString('base64')}`;

/** Reads the local secrets; draws those that `.dev.vars` does not have yet. */
export function localSecrets(): LocalSecrets {
  return {
    operatorToken: secret('OPERATOR_TOKEN', randomText),
    signingSecret: secret('SIGNING_SECRET', randomText),
    credentialsKey: secret('CREDENTIALS_KEY', randomCredentialsKey),
    rendererToken: secret('RENDERER_TOKEN', randomText),
  };
}
