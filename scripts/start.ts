/** `npm start`: runs the service on this machine and prints a key to try it with. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sessionAnswer } from '../schema/console/session.ts';
import { PLAN_IDS } from '../schema/plans.ts';
import { RENDERERS } from '../schema/renderers.ts';
import { EXAMPLE_DATA, type LocalWorkspace, openLocalWorkspace } from './local/local-workspace.ts';
import { inProject } from './project.ts';
import { type Service, startService } from './local/service.ts';

const OPTIONS = {
  port: { type: 'string', default: '8787' },
  ip: { type: 'string', default: '127.0.0.1' },
  'persist-to': { type: 'string', default: inProject('.platen/state') },
  renderer: { type: 'string', default: 'browser-run' },
  plan: { type: 'string' },
  var: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** @throws {Error} an argument is wrong */
function readArguments(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('--port must be a whole number from 0 to 65535.');
  }
  if (!RENDERERS.some((known) => known === values.renderer)) {
    throw new Error(`--renderer must be one of: ${RENDERERS.join(' | ')}.`);
  }
  const plan = PLAN_IDS.find((known) => known === values.plan);
  if (values.plan !== undefined && plan === undefined) {
    throw new Error(`--plan must be one of: ${PLAN_IDS.join(' | ')}.`);
  }
  return {
    port,
    ip: values.ip,
    renderer: values.renderer,
    plan: plan ?? null,
    stateDir: resolve(values['persist-to']),
    vars: Object.fromEntries(values.var.map(readVariable)),
  };
}

function readVariable(text: string): [string, string] {
  const [, name, value] = /^([A-Z_]+)[:=](.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error('--var must be NAME:VALUE.');
  return [name, value];
}

function readArgumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}

function welcome(service: Service, workspace: LocalWorkspace, hasOwner: boolean): string {
  return `Platen runs at ${service.url}. Press Ctrl-C to stop it.

Browser: ${service.browser}

Dashboard: ${dashboardUrl(service)}${hasOwner ? '' : FIRST_VISIT}

API key of the workspace, valid on this machine only: ${workspace.key}

Print the example invoice from the saved template and ${EXAMPLE_DATA}:

curl -sS ${service.url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -H 'Accept: application/pdf' -o invoice.pdf -d '{"templateId":"${workspace.templateId}","templateData":'"$(cat '${EXAMPLE_DATA}')"'}'

Print your own HTML. The answer is JSON with the file's URLs:

curl -sS ${service.url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -d '{"htmlContent":"<h1>Hello {{name}}</h1>","templateData":{"name":"world"}}'

One line for each request follows.
`;
}

const FIRST_VISIT = `
The first visitor becomes the owner of this instance and of its workspace, and gives it a name.`;

async function isOwned({ url }: Service): Promise<boolean> {
  const { data } = sessionAnswer.parse(await (await fetch(`${url}/console/session`)).json());
  return data.setup === 'done';
}

/** `localhost`, because browsers bind passkeys to host names, not to IP addresses. */
const dashboardUrl = ({ url }: Service): string =>
  new URL('/dashboard/', url.replace('//127.0.0.1:', '//localhost:')).href;

const options = readArgumentsOrExit();

// The requests that create the local workspace are not the user's, so they are not printed.
let showsRequests = false;
try {
  const service = await startService({
    ...options,
    buildsPages: true,
    onLog: (line) => showsRequests && console.log(line),
    onError: (line) => console.error(line),
  });
  void service.lost.then((reason) => {
    console.error(`The service has ended by itself (${reason}). Start it again.`);
    process.exit(1);
  });
  const workspace = await openLocalWorkspace(service, options.stateDir, options.plan);
  console.log(welcome(service, workspace, await isOwned(service)));
  showsRequests = true;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
