/** `npm start`: runs the service on this machine and prints a key to try it with. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sessionAnswer } from '../schema/console/session.ts';
import { RENDERERS } from '../schema/renderers.ts';
import { EXAMPLE_DATA, type LocalWorkspace, openLocalWorkspace } from './local-workspace.ts';
import { inProject } from './project.ts';
import { type Service, startService } from './service.ts';

const KNOWN = {
  port: { type: 'string', default: '8787' },
  ip: { type: 'string', default: '127.0.0.1' },
  'persist-to': { type: 'string', default: inProject('.platen/state') },
  renderer: { type: 'string', default: 'browser-run' },
} as const;

function readArguments(argv: readonly string[]) {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: KNOWN,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const own = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in KNOWN)) continue;
    own.add(token.index);
    if (token.inlineValue === false) own.add(token.index + 1);
  }
  return {
    port: Number(values.port),
    ip: String(values.ip),
    renderer: String(values.renderer),
    stateDir: resolve(String(values['persist-to'])),
    wranglerArgs: argv.filter((_, index) => !own.has(index)),
  };
}

function welcome(service: Service, workspace: LocalWorkspace, hasOwner: boolean): string {
  return `Platen runs at ${service.url}. Press Ctrl-C to stop it.

Dashboard: ${dashboardUrl(service)}${hasOwner ? '' : FIRST_VISIT}

API key of the workspace "Local", valid on this machine only: ${workspace.key}

Print the example invoice from the saved template and ${EXAMPLE_DATA}:

curl -sS ${service.url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -H 'Accept: application/pdf' -o invoice.pdf -d '{"templateId":"${workspace.templateId}","templateData":'"$(cat '${EXAMPLE_DATA}')"'}'

Print your own HTML. The answer is JSON with the file's URLs:

curl -sS ${service.url}/v1/pdf/generate -H 'X-API-Key: ${workspace.key}' -H 'Content-Type: application/json' -d '{"htmlContent":"<h1>Hello {{name}}</h1>","templateData":{"name":"world"}}'

One line for each request follows.
`;
}

const FIRST_VISIT = `
The first visitor becomes the owner of this instance and a member of the workspace "Local".`;

async function isOwned({ url }: Service): Promise<boolean> {
  const { data } = sessionAnswer.parse(await (await fetch(`${url}/console/session`)).json());
  return data.setup === 'done';
}

/** `localhost`, because browsers bind passkeys to host names, not to IP addresses. */
const dashboardUrl = ({ url }: Service): string =>
  new URL('/dashboard/', url.replace('//127.0.0.1:', '//localhost:')).href;

const { stateDir, port, ...rest } = readArguments(process.argv.slice(2));
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('--port must be a whole number from 0 to 65535.');
  process.exit(2);
}
if (!RENDERERS.some((known) => known === rest.renderer)) {
  console.error(`--renderer must be one of: ${RENDERERS.join(' | ')}.`);
  process.exit(2);
}

// The requests that create the local workspace are not the user's, so they are not printed.
let showsRequests = false;
try {
  const service = await startService({
    stateDir,
    port,
    ...rest,
    onLog: (line) => showsRequests && console.log(line),
    onError: (line) => console.error(line),
  });
  const workspace = await openLocalWorkspace(service, stateDir);
  console.log(welcome(service, workspace, await isOwned(service)));
  showsRequests = true;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
