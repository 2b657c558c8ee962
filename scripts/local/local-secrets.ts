import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { findSecrets } from '../../schema/secrets.ts';
import { inProject } from '../project.ts';

/** Saved in `.dev.vars`, which git ignores and Wrangler reads. Generated, because no secret has a default: decision 12. */
export interface LocalSecrets {
  readonly operatorToken: string;
  readonly signingSecret: string;
  readonly credentialsKey: string;
  readonly rendererToken: string;
}

/** Allows external stores and links on this machine. A deployment never sets this. */
const LOCAL_DEVELOPMENT = 'LOCAL_DEVELOPMENT';

/** A server has its secrets beside its data. */
export const DEV_VARS = process.env.PLATEN_SECRETS ?? inProject('.dev.vars');

export function readDevVars(path = DEV_VARS): Record<string, string> {
  if (!existsSync(path)) return {};
  const saved = Object.entries(parseEnv(readFileSync(path, 'utf8')));
  return Object.fromEntries(saved.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Keeps all other lines. */
export function changeDevVars(changes: Readonly<Record<string, string>>, path = DEV_VARS): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const kept = text
    .split('\n')
    .filter((line) => line !== '' && !Object.hasOwn(changes, line.slice(0, line.indexOf('=')).trim()));
  const added = Object.entries(changes).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(path, `${[...kept, ...added].join('\n')}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
}

function readOrGenerate(name: string, generate: () => string): string {
  const variables = readDevVars();
  const saved = findSecrets(variables, name)[0]?.value ?? variables[name];
  if (saved !== undefined) return saved;
  const generated = generate();
  // Appended, because several processes may start at the same time in a new clone.
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
