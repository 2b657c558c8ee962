/** `npm start`: runs the service on this machine and prints a key to try it with. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PLAN_IDS } from '../schema/plans.ts';
import { RENDERERS } from '../schema/renderers.ts';
import { dashboardUrl, greeting, STARTING } from './local/greeting.ts';
import { openLocalWorkspace } from './local/local-workspace.ts';
import { openInBrowser } from './local/open-in-browser.ts';
import { inProject } from './project.ts';
import { startService } from './local/service.ts';
import { hasOwner, newSetupToken, setupUrl } from './local/setup.ts';

const OPTIONS = {
  port: { type: 'string', default: '8787' },
  ip: { type: 'string', default: '127.0.0.1' },
  'persist-to': { type: 'string', default: inProject('.platen/state') },
  renderer: { type: 'string', default: 'browser-run' },
  plan: { type: 'string' },
  open: { type: 'boolean', default: false },
  var: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Usage: npm start -- [options]

  --port N            the port; 0 picks a free one (default: ${OPTIONS.port.default})
  --ip ADDRESS        the address to listen on (default: ${OPTIONS.ip.default})
  --persist-to DIR    the folder of the data (default: .platen/state)
  --renderer NAME     what prints: ${RENDERERS.join(' | ')} (default: ${OPTIONS.renderer.default})
  --plan NAME         the plan of the first workspace: ${PLAN_IDS.join(' | ')}
  --var NAME:VALUE    a variable of docs/configuration.md; may be repeated
  --open              opens the dashboard in the browser`;

/** @throws {Error} an argument is wrong */
function readArguments(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
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
    opens: values.open,
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

const { opens, vars, ...options } = readArgumentsOrExit();
// Only who reads this terminal, or opens the address that it prints, can become the owner.
const setupToken = vars.SETUP_TOKEN ?? newSetupToken();
console.log(STARTING);

// The requests that create the local workspace are not the user's, so they are not printed.
let showsRequests = false;
try {
  const service = await startService({
    ...options,
    vars: { ...vars, SETUP_TOKEN: setupToken },
    buildsPages: true,
    onLog: (line) => showsRequests && console.log(line),
    onError: (line) => console.error(line),
  });
  void service.lost.then((reason) => {
    console.error(`The service has ended by itself (${reason}). Start it again.`);
    process.exit(1);
  });
  const workspace = await openLocalWorkspace(service, options.stateDir, options.plan);
  const isSetUp = await hasOwner(service.url);
  const dashboard = isSetUp ? dashboardUrl(service) : setupUrl(dashboardUrl(service), setupToken);
  console.log(greeting({ service, workspace, stateDir: options.stateDir, dashboard, hasOwner: isSetUp }));
  showsRequests = true;
  if (opens) openInBrowser(dashboard, () => console.error(`No browser could be opened. Open ${dashboard}`));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
