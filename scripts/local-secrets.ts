import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs';
import { inProject } from './project.ts';

/** Saved in `.dev.vars`, which git ignores and Wrangler reads. Generated, because no secret has a default: design note 12. */
export interface LocalSecrets {
  readonly operatorToken: string;
  readonly signingSecret: string;
  readonly credentialsKey: string;
  readonly rendererToken: string;
}

/** Allows external stores and links on this machine. A deployment never sets this. */
const LOCAL_DEVELOPMENT = 'LOCAL_DEVELOPMENT';

const DEV_VARS = inProject('.dev.vars');

function readSecret(name: string): string | undefined {
  if (!existsSync(DEV_VARS)) return undefined;
  const line = new RegExp(`^${name}\\s*=\\s*"?([^"\\n]*)"?\\s*$`, 'm').exec(readFileSync(DEV_VARS, 'utf8'));
  return line?.[1] === '' ? undefined : line?.[1];
}

function readOrGenerate(name: string, generate: () => string): string {
  const saved = readSecret(name);
  if (saved !== undefined) return saved;
  const generated = generate();
  appendFileSync(DEV_VARS, `${name}="${generated}"\n`, { mode: 0o600 });
  chmodSync(DEV_VARS, 0o600);
  return generated;
}

const randomText = (): string => randomBytes(32).toString('base64url');
const randomCredentialsKey = (): string => `local:${randomBytes(32).toString('base64')}`;

export function localSecrets(): LocalSecrets {
  readOrGenerate(LOCAL_DEVELOPMENT, () => 'true');
  return {
    operatorToken: readOrGenerate('OPERATOR_TOKEN', randomText),
    signingSecret: readOrGenerate('SIGNING_SECRET', randomText),
    credentialsKey: readOrGenerate('CREDENTIALS_KEY', randomCredentialsKey),
    rendererToken: readOrGenerate('RENDERER_TOKEN', randomText),
  };
}
