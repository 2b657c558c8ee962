/** `npm run serve`: the whole service on a server of your own. Environment variables have its settings. See docs/self-hosting.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { MIN_TOKEN_CHARACTERS } from '../schema/secrets.ts';
import { inProject } from './project.ts';
import { hasOwner, newSetupToken, setupUrl } from './local/setup.ts';

const text = z.string().min(1).optional();

/** Empty variables count as missing, because a compose file passes missing ones on as empty text. */
const variables = z.object({
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address that people open, such as https://pdf.example.com',
    })
    .optional(),
  STATE_DIR: z.string().default('.platen/server'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  RENDERER: text,
  SETUP_TOKEN: z
    .string()
    .min(MIN_TOKEN_CHARACTERS, { error: `must have at least ${MIN_TOKEN_CHARACTERS} characters` })
    .optional(),
  CLIENT_ADDRESS_HEADER: text,
  MAX_BROWSERS: text,
  PRINT_PATH: text,
  CHROMIUM_SANDBOX: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
});

function readVariables(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = variables.safeParse(given);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) console.error(`${path.join('.')}: ${message}`);
  return process.exit(2);
}

const {
  PORT,
  PUBLIC_URL = `http://localhost:${PORT}`,
  STATE_DIR,
  HOST,
  RENDERER,
  SETUP_TOKEN,
  CHROMIUM_SANDBOX: _,
  ...passed
} = readVariables(process.env);
const setupToken = SETUP_TOKEN ?? newSetupToken();
const stateDir = resolve(STATE_DIR);
// The modules below read this variable when they are loaded. The secrets are beside the data, so that one back-up has both.
process.env.PLATEN_SECRETS ??= join(stateDir, 'secrets.env');

const NO_SANDBOX =
  'Chromium runs without its sandbox. To have one, run the service as a user who is not root, with a Chromium of the system, and without ' +
  'CHROMIUM_SANDBOX=off. Until then, print only documents that you trust.';

const dashboard = new URL('/dashboard/', PUBLIC_URL).href;

const FIRST_REQUEST = `curl ${new URL('/v1/pdf/generate', PUBLIC_URL).href} -H "X-API-Key: $KEY" --json '{"htmlContent":"<h1>Hello</h1>"}'`;

/** In a process of its own: what the tools of a build take in memory, a process keeps. */
async function buildApart(): Promise<void> {
  const build = spawn(process.execPath, [inProject('scripts/build.ts'), '--server'], { stdio: 'inherit' });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The build failed.');
}

const log = (line: object): void => console.log(JSON.stringify(line));

try {
  const [{ startService }, { prepareServer }] = await Promise.all([
    import('./local/service.ts'),
    import('./local/server-secrets.ts'),
  ]);
  if (process.env.PLATEN_BUILT !== 'true') await buildApart();
  prepareServer(stateDir);
  const given = Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined));
  const service = await startService({
    stateDir,
    ip: HOST,
    port: PORT,
    ...(RENDERER === undefined ? {} : { renderer: RENDERER }),
    vars: {
      PUBLIC_URL,
      LOCAL_DEVELOPMENT: 'false',
      SELF_HOSTED: 'true',
      SETUP_TOKEN: setupToken,
      ...(given as Record<string, string>),
    },
    isBuilt: process.env.PLATEN_BUILT === 'true',
    buildsPages: true,
    triesBrowser: true,
    onLog: (line) => console.log(line),
    onError: (line) => console.error(line),
  });
  void service.lost.then((reason) => {
    console.error(JSON.stringify({ event: 'lost', reason }));
    process.exit(1);
  });
  if (!service.hasSandbox) log({ event: 'no_sandbox', message: NO_SANDBOX });
  log({ event: 'ready', url: PUBLIC_URL, port: Number(new URL(service.url).port), browser: service.browser });
  if (!(await hasOwner(service.url))) {
    const url = SETUP_TOKEN === undefined ? setupUrl(dashboard, setupToken) : dashboard;
    log({ event: 'setup', url, message: 'Open this address to become the owner. Create a key, and send:' });
    // As a line of its own, so that it can be pasted.
    console.log(FIRST_REQUEST);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
