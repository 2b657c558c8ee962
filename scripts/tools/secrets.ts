/** Changes a secret of an installation without an interruption. It prints names, never a value. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ROTATED_SECRETS, type RotatedSecret } from '../../schema/secrets.ts';
import { changeDevVars, DEV_VARS, newestSecret, readDevVars } from '../local/local-secrets.ts';
import { Operator, OperatorRefusal } from '../installation/operator.ts';
import {
  describeUses,
  planDeletion,
  planNewSecret,
  RotationRefused,
  type SecretStore,
} from '../installation/secret-rotation.ts';
import { WranglerFailed } from '../installation/wrangler.ts';
import { changeSecrets, secretNames } from '../installation/wrangler-secrets.ts';

const USAGE = `Usage: npm run tool -- secrets status
       npm run tool -- secrets rotate NAME [--env production] [--to FILE] [--dry-run]
       npm run tool -- secrets finish NAME [--env production] [--force] [--dry-run]

NAME is ${ROTATED_SECRETS.join(', ')}.

  status     prints which secrets are in use, and what still needs an earlier one
  rotate     adds a new secret, which comes into use ten minutes later; the earlier one stays valid
  finish     deletes the earlier secret, if nothing needs it

  --env      a section [env.…] of wrangler.toml; without it, the local service with its file .dev.vars
  --to       a new file for the new value: required for an OPERATOR_TOKEN with --env, and allowed for a RENDERER_TOKEN,
             which a container elsewhere needs
  --force    deletes the earlier secret also if something needs it
  --dry-run  prints the step and changes nothing

status and finish ask the service:
  PLATEN_URL             its address (default: http://127.0.0.1:8787)
  PLATEN_OPERATOR_TOKEN  its operator token (default: the newest OPERATOR_TOKEN in .dev.vars)`;

class Misused extends Error {}

interface Arguments {
  readonly command: 'status' | 'rotate' | 'finish';
  readonly secret: RotatedSecret | null;
  readonly environment: string | null;
  readonly to: string | null;
  readonly isForced: boolean;
  readonly isDryRun: boolean;
}

const COMMANDS = ['status', 'rotate', 'finish'] as const;

function readArguments(): Arguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      env: { type: 'string' },
      to: { type: 'string' },
      force: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [first, name, ...more] = positionals;
  const command = COMMANDS.find((known) => known === first);
  const secret = ROTATED_SECRETS.find((known) => known === name) ?? null;
  if (command === undefined || more.length > 0 || (command === 'status') !== (name === undefined)) {
    throw new Misused('The command is not complete.');
  }
  if (name !== undefined && secret === null)
    throw new Misused(`${name} is not a secret that this command changes.`);
  const { env: environment = null, to = null, force: isForced, 'dry-run': isDryRun } = values;
  return { command, secret, environment, to, isForced, isDryRun };
}

const openStore = (environment: string | null): SecretStore =>
  environment === null
    ? {
        list: () => Promise.resolve(Object.keys(readDevVars())),
        change: (changes) => Promise.resolve(changeDevVars(changes)),
      }
    : {
        list: () => secretNames(environment),
        change: async (changes) => void (await changeSecrets(environment, changes)),
      };

const placeOf = (environment: string | null): string =>
  environment === null ? DEV_VARS : `the environment ${environment}`;

async function rotate({ environment, to, isDryRun }: Arguments, secret: RotatedSecret): Promise<void> {
  const needsFile = secret === 'OPERATOR_TOKEN' && environment !== null;
  const mayHaveFile = needsFile || (secret === 'RENDERER_TOKEN' && environment !== null);
  if (to === null ? needsFile : !mayHaveFile) {
    throw new Misused(
      '--to is required to rotate the OPERATOR_TOKEN of an environment, and otherwise only for its RENDERER_TOKEN.',
    );
  }
  const store = openStore(environment);
  const { name, value, since } = await planNewSecret(store, secret, Date.now());
  if (isDryRun) return console.log(`Would add ${name} to ${placeOf(environment)}. Nothing was changed.`);
  // Before the change, so that a token that is in use is also in the file. An existing file is not replaced.
  if (to !== null) await writeFile(to, `${value}\n`, { mode: 0o600, flag: 'wx' });
  await store.change({ [name]: value });
  const isValidAtOnce = secret === 'OPERATOR_TOKEN' || secret === 'RENDERER_TOKEN';
  const from = isValidAtOnce ? 'It is valid' : `It comes into use at ${since.toISOString()}`;
  console.log(`Added ${name} to ${placeOf(environment)}. ${from}, and the earlier one stays valid.`);
  if (to !== null) console.log(`The new token is in ${to}. Put it where it is needed and delete the file.`);
  if (environment === null) console.log('Restart the local service now, so that it reads the file.');
  const options = environment === null ? '' : ` --env ${environment}`;
  console.log(
    `\nThen, when nothing needs the earlier one:\n\n  npm run tool -- secrets finish ${secret}${options}`,
  );
}

async function finish(options: Arguments, secret: RotatedSecret): Promise<void> {
  const { environment, isForced, isDryRun } = options;
  const operator = openOperator();
  if (secret === 'CREDENTIALS_KEY' && !isDryRun) {
    const { reencrypted, unreadable } = await operator.reencryptTargets();
    console.log(`Encrypted with the key in use: ${reencrypted} targets and webhooks.`);
    if (unreadable.length > 0) console.log(`No key opens these: ${unreadable.join(', ')}.`);
  }
  const store = openStore(environment);
  const state = await stateOf(operator, secret);
  const names = await planDeletion(store, state, isForced);
  if (isDryRun) {
    return console.log(`Would delete ${names.join(', ')} from ${placeOf(environment)}. Nothing was changed.`);
  }
  await store.change(Object.fromEntries(names.map((name) => [name, null])));
  console.log(`Deleted ${names.join(', ')} from ${placeOf(environment)}. ${state.inUse} is the only one.`);
  if (environment === null) console.log('Restart the local service.');
}

async function stateOf(operator: Operator, secret: RotatedSecret) {
  const { secrets } = await operator.listSecrets();
  const state = secrets.find((each) => each.secret === secret);
  if (state === undefined) throw new RotationRefused(`The service does not know ${secret}.`);
  return state;
}

async function printStatus(): Promise<void> {
  const { secrets } = await openOperator().listSecrets();
  for (const { secret, inUse, since, next, earlier, neededBy } of secrets) {
    console.log(
      `${secret}: ${inUse === null ? 'not set' : `${inUse} is in use${since === null ? '' : ` since ${since}`}`}`,
    );
    if (next.length > 0) console.log(`  next: ${next.join(', ')}`);
    if (earlier.length > 0) console.log(`  earlier: ${earlier.join(', ')}`);
    if (neededBy.length > 0) console.log(describeUses(neededBy));
    else if (earlier.length > 0) console.log('  nothing needs the earlier one');
  }
}

function openOperator(): Operator {
  const token = process.env.PLATEN_OPERATOR_TOKEN ?? newestSecret('OPERATOR_TOKEN', readDevVars());
  if (token === undefined) throw new Misused('PLATEN_OPERATOR_TOKEN is missing.');
  return new Operator((process.env.PLATEN_URL ?? 'http://127.0.0.1:8787').replace(/\/+$/, ''), token);
}

async function main(): Promise<void> {
  const options = readArguments();
  const { command, secret } = options;
  if (secret === null) return printStatus();
  return command === 'rotate' ? rotate(options, secret) : finish(options, secret);
}

const isUsage = (error: unknown): boolean =>
  error instanceof Misused || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

try {
  await main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(isUsage(error) ? `${error.message}\n\n${USAGE}` : explain(error));
  process.exitCode = isUsage(error) ? 2 : 1;
}

function explain(error: Error): string {
  if (
    error instanceof OperatorRefusal ||
    error instanceof RotationRefused ||
    error instanceof WranglerFailed
  ) {
    return error.message;
  }
  if (error.message === 'fetch failed') return 'No service answered. Start it, or set PLATEN_URL.';
  return error.message;
}
