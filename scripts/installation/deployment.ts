import { randomBytes } from 'node:crypto';
import { parseSecretName } from '../../schema/secrets.ts';
import { inProject } from '../project.ts';
import { WITHOUT_CONTAINER } from './missing-docker.ts';
import { runWrangler, WranglerFailed } from './wrangler.ts';
import { secretNames, withSecretsFile } from './wrangler-secrets.ts';

const CONFIG = inProject('wrangler.toml');

export interface DeploymentOptions {
  /** A section of wrangler.toml: `[env.production]`. */
  readonly environment: string;
  /** Deploys the container's image too, which needs Docker. */
  readonly withContainer: boolean;
  /** Replaces `PUBLIC_URL` of wrangler.toml. */
  readonly publicUrl: string | null;
}

/** The resources of one deployment. Names are those of wrangler.toml. */
export interface Deployment extends DeploymentOptions {
  readonly worker: string;
  readonly database: string;
  readonly buckets: readonly string[];
  readonly queues: readonly string[];
  /** If it is null, the Worker has the address that Cloudflare gives it. */
  readonly publicUrl: string | null;
}

export interface Step {
  readonly title: string;
  /** The commands of Wrangler, without secrets. */
  readonly commands: readonly (readonly string[])[];
  /** Returns what it did. It can be repeated. */
  readonly run: () => Promise<string>;
}

/** @throws {Error} wrangler.toml has no such environment */
export async function readDeployment(options: DeploymentOptions): Promise<Deployment> {
  process.env.WRANGLER_LOG ??= 'error';
  const { unstable_readConfig } = await import('wrangler');
  const config = unstable_readConfig({ config: CONFIG, env: options.environment });
  const [database] = config.d1_databases;
  if (database?.database_name === undefined || config.name === undefined) {
    throw new Error(`wrangler.toml has no complete section [env.${options.environment}].`);
  }
  const configuredUrl = config.vars.PUBLIC_URL;
  return {
    ...options,
    worker: config.name,
    database: database.database_name,
    buckets: config.r2_buckets.flatMap((bucket: { bucket_name?: string }) => bucket.bucket_name ?? []),
    queues: (config.queues.consumers ?? []).map(({ queue }: { queue: string }) => queue),
    publicUrl: options.publicUrl ?? (typeof configuredUrl === 'string' ? configuredUrl : null),
  };
}

const randomText = (): string => randomBytes(32).toString('base64url');

/** No person needs to know these, so they are made here and shown nowhere. */
const GENERATED_SECRETS: Readonly<Record<string, () => string>> = {
  SIGNING_SECRET: randomText,
  CREDENTIALS_KEY: () => `first:${randomBytes(32).toString('base64')}`,
};

/** The container and the Worker share it. */
const CONTAINER_SECRETS = { ...GENERATED_SECRETS, RENDERER_TOKEN: randomText };

const secretsOf = ({ withContainer }: DeploymentOptions) =>
  withContainer ? CONTAINER_SECRETS : GENERATED_SECRETS;

/**
 * In this order, the tables are there before the code that reads them, and the first version of the Worker has its
 * secrets. The address of the Worker is known after it is deployed: see `deploy`.
 */
export function stepsOf(deployment: Deployment): Step[] {
  const { environment, database, buckets, queues } = deployment;
  const migrate = ['d1', 'migrations', 'apply', 'DB', '--remote', ...inEnvironment(environment)];
  return [
    createStep(`Create the database ${database}`, ['d1', 'create', database]),
    ...buckets.map((name) => createStep(`Create the bucket ${name}`, ['r2', 'bucket', 'create', name])),
    ...queues.map((name) => createStep(`Create the queue ${name}`, ['queues', 'create', name])),
    {
      title: 'Apply the migrations of the database',
      commands: [migrate],
      run: async () => {
        const output = await runWrangler(migrate);
        return output.includes('No migrations to apply') ? 'none are new' : 'applied';
      },
    },
    {
      title: `Set those of the secrets ${Object.keys(secretsOf(deployment)).join(', ')} that are missing, and deploy the Worker`,
      commands: [
        ['secret', 'list', ...inEnvironment(environment)],
        deployCommand(deployment, { secretsFile: 'FILE', publicUrl: deployment.publicUrl }),
      ],
      run: () => deploy(deployment),
    },
  ];
}

const inEnvironment = (environment: string): string[] => ['--env', environment];

function createStep(title: string, command: readonly string[]): Step {
  const run = async (): Promise<string> => {
    try {
      // `d1 create` and `r2 bucket create` offer to change the configuration of the folder that they find.
      await runWrangler([...command, ...(command[0] === 'queues' ? [] : ['--update-config=false'])]);
      return 'created';
    } catch (error) {
      // To look first would cost as much, and another deployment could create it in between.
      if (error instanceof WranglerFailed && /already (exists|taken)/i.test(error.message)) return 'exists';
      throw error;
    }
  };
  return { title, commands: [command], run };
}

interface Upload {
  readonly secretsFile: string;
  readonly publicUrl: string | null;
}

function deployCommand(
  { environment, withContainer }: Deployment,
  { secretsFile, publicUrl }: Upload,
): string[] {
  return [
    'deploy',
    ...inEnvironment(environment),
    ...(withContainer ? [] : [WITHOUT_CONTAINER]),
    // Keeps the address that an earlier deployment set.
    ...(publicUrl === null ? ['--keep-vars'] : ['--var', `PUBLIC_URL:${publicUrl}`]),
    '--secrets-file',
    secretsFile,
  ];
}

/** If the address is not known, the first upload prints it and a second one sets it. */
async function deploy(deployment: Deployment): Promise<string> {
  const missing = await missingSecrets(deployment);
  const values = Object.fromEntries(missing.map(([name, generate]) => [name, generate()]));
  return withSecretsFile(values, async (secretsFile) => {
    const upload = (publicUrl: string | null) =>
      runWrangler(deployCommand(deployment, { secretsFile, publicUrl }));
    const output = await upload(deployment.publicUrl);
    const address = deployment.publicUrl ?? workersDevAddress(output);
    if (deployment.publicUrl === null) await upload(address);
    const names = missing.map(([name]) => name).join(', ');
    return `deployed at ${address}${names === '' ? '' : `, with new values for ${names}`}`;
  });
}

/** A secret that was changed has a number in its name. */
async function missingSecrets(deployment: Deployment) {
  const known = await secretNames(deployment.environment);
  const wanted = secretsOf(deployment);
  const isKnown = (name: string) => known.some((each) => (parseSecretName(each)?.secret ?? each) === name);
  return Object.entries(wanted).filter(([name]) => !isKnown(name));
}

/** @throws {Error} the Worker has no address at workers.dev */
function workersDevAddress(output: string): string {
  const [address] = /https:\/\/[\w.-]+\.workers\.dev/.exec(output) ?? [];
  if (address === undefined) {
    throw new Error('The Worker has no address. Set PUBLIC_URL in wrangler.toml, or give --url.');
  }
  return address;
}
