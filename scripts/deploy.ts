/** `npm run deploy`: creates what an installation on Cloudflare needs, and deploys it. It can be repeated. */
import { parseArgs } from 'node:util';
import {
  type Deployment,
  type DeploymentOptions,
  readDeployment,
  stepsOf,
} from './installation/deployment.ts';
import { WranglerFailed } from './installation/wrangler.ts';

const USAGE = `Usage: npm run deploy -- [--env production] [--url https://pdf.example.com] [--container] [--dry-run]

  --env        a section [env.…] of wrangler.toml: production (default), or staging
  --url        the address of the installation; default: PUBLIC_URL of wrangler.toml, then the address at workers.dev
  --container  also deploys the container; this needs Docker
  --dry-run    prints the steps and changes nothing; needs no account

Sign in first: run \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.`;

function readArguments(): DeploymentOptions & { readonly dryRun: boolean } {
  const { values } = parseArgs({
    options: {
      env: { type: 'string', default: 'production' },
      url: { type: 'string' },
      container: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const { url = null } = values;
  if (url !== null && !/^https:\/\/[^/\s]+$/.test(url)) {
    throw new Error('--url must be an https address without a path.');
  }
  return {
    environment: values.env,
    publicUrl: url,
    withContainer: values.container,
    dryRun: values['dry-run'],
  };
}

function readArgumentsOrExit() {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const asTyped = (command: readonly string[]): string => `npx wrangler ${command.join(' ')}`;

function printSteps(deployment: Deployment): void {
  for (const [index, { title, commands }] of stepsOf(deployment).entries()) {
    console.log(`${index + 1}. ${title}`);
    for (const command of commands) console.log(`     ${asTyped(command)}`);
  }
  console.log(`${stepsOf(deployment).length + 1}. Then set the token for the first visit of the dashboard
     ${asTyped(['secret', 'put', 'SETUP_TOKEN', '--env', deployment.environment])}`);
  const { publicUrl, worker } = deployment;
  console.log(`
The address: ${publicUrl ?? `https://${worker}.SUBDOMAIN.workers.dev, which Cloudflare knows. For your own domain, see docs/deploying.md`}.
Nothing was changed.`);
}

async function runSteps(deployment: Deployment): Promise<void> {
  for (const { title, run } of stepsOf(deployment)) {
    process.stdout.write(`${title}: `);
    console.log(await run());
  }
  const secret = (name: string) => asTyped(['secret', 'put', name, '--env', deployment.environment]);
  console.log(`
The dashboard is at the address above. At the first visit it asks for a token that you set now:

  ${secret('SETUP_TOKEN')}

For scripts that create workspaces and keys, set a token for the operator too:

  ${secret('OPERATOR_TOKEN')}`);
}

const { dryRun, ...options } = readArgumentsOrExit();
try {
  const deployment = await readDeployment(options);
  if (dryRun) printSteps(deployment);
  else await runSteps(deployment);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error instanceof WranglerFailed ? `failed.\n\n${error.message}` : error.message);
  console.error('\nThe steps before are done. Run the command again to continue.');
  process.exit(1);
}
