/** `npm start`: leaves the service running on this machine, with a key to try it. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sessionAnswer } from '../schema/console/session.ts';
import { RENDERERS } from '../schema/renderers.ts';
import { EXAMPLE_DATA, type LocalWorkspace, localWorkspace } from './local-workspace.ts';
import { inProject } from './project.ts';
import { type Service, startService } from './service.ts';

const KNOWN = {
  port: { type: 'string', default: '8787' },
  ip: { type: 'string', default: '127.0.0.1' },
  'persist-to': { type: 'string', default: inProject('.platen/state') },
  renderer: { type: 'string', default: 'browser-run' },
} as const;

/** Splits the command line in what this script needs and what goes on to `wrangler dev` untouched. */
function readArguments(argv: readonly string[]) {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: KNOWN,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in KNOWN)) continue;
    taken.add(token.index);
    if (token.inlineValue === false) taken.add(token.index + 1);
  }
  return {
    port: Number(values.port),
    ip: String(values.ip),
    renderer: String(values.renderer),
    stateDir: resolve(String(values['persist-to'])),
    wranglerArgs: argv.filter((_, index) => !taken.has(index)),
  };
}

function welcome(service: Service, workspace: LocalWorkspace, hasOwner: boolean): string {
  return `Platen runs at ${service.url} (Ctrl-C stops it).

Dashboard: ${dashboardOf(service)}${hasOwner ? '' : FIRST_VISIT}

Key of the workspace "Local", for this machine only: ${workspace.key}

Print the example invoice, from the saved template and ${EXAMPLE_DATA}:

curl -sS ${service.url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -H 'Accept: application/pdf' -o invoice.pdf -d '{"templateId":"${workspace.templateId}","templateData":'"$(cat '${EXAMPLE_DATA}')"'}'

Print your own HTML; the answer is JSON with the file's addresses:

curl -sS ${service.url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -d '{"htmlContent":"<h1>Hello {{name}}</h1>","templateData":{"name":"world"}}'

One line for each request follows.
`;
}

const FIRST_VISIT = `
The first visit makes you its owner; you are then in the workspace "Local", too.`;

/** Whether somebody has made the first visit. */
async function isOwned({ url }: Service): Promise<boolean> {
  const { data } = sessionAnswer.parse(await (await fetch(`${url}/console/session`)).json());
  return data.setup === 'done';
}

/** By name where it is this machine: a browser ties passkeys to names, never to an address. */
const dashboardOf = ({ url }: Service): string =>
  new URL('/dashboard/', url.replace('//127.0.0.1:', '//localhost:')).href;

const { stateDir, port, ...rest } = readArguments(process.argv.slice(2));
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('--port must be a whole number up to 65535.');
  process.exit(2);
}
if (!RENDERERS.some((known) => known === rest.renderer)) {
  console.error(`--renderer must be one of ${RENDERERS.join(' | ')}.`);
  process.exit(2);
}

// The requests that set the service up are not the user's: their lines are left out.
let greeted = false;
try {
  const service = await startService({
    stateDir,
    port,
    ...rest,
    onLog: (line) => greeted && console.log(line),
    onError: (line) => console.error(line),
  });
  const workspace = await localWorkspace(service, stateDir);
  console.log(welcome(service, workspace, await isOwned(service)));
  greeted = true;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
