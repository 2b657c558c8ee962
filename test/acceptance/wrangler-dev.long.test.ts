import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { Operator } from '../../scripts/installation/operator.ts';
import { descendants, signalAll } from '../../scripts/local/process-tree.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { cloneProject } from '../support/clone-project.ts';

/** Without the Node of this project, which npm puts first. CI has an older one, which cannot build it. */
const PATH_OF_MACHINE = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes(join(sep, 'node_modules', sep)))
  .join(delimiter);

interface Start {
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const STARTS: readonly (readonly [string, Start])[] = [
  ['npx wrangler dev', { command: ['npx', 'wrangler', 'dev'] }],
  [
    'wrangler dev, with another Node in PATH,',
    {
      command: [process.execPath, 'node_modules/wrangler/bin/wrangler.js', 'dev'],
      env: { PATH: PATH_OF_MACHINE },
    },
  ],
];

let folder: string;
let wrangler: ChildProcess | undefined;

afterEach(() => {
  const pid = wrangler?.pid;
  if (pid !== undefined) signalAll([...descendants(pid), pid], 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** As a user starts it: without the variables of these tests, in a folder without `.dev.vars`. */
function startWrangler({ command, env: added }: Start): {
  readonly url: Promise<string>;
  readonly output: string[];
} {
  const { XDG_CACHE_HOME: _, ...env } = process.env;
  const [file, ...args] = command;
  wrangler = spawn(
    file,
    [...args, '--port=0', '--inspector-port=0', '--show-interactive-dev-session=false'],
    {
      cwd: folder,
      env: { ...env, WRANGLER_LOG: 'log', WRANGLER_REGISTRY_PATH: join(folder, 'registry'), ...added },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output: string[] = [];
  const url = Promise.withResolvers<string>();
  for (const stream of [wrangler.stdout, wrangler.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.push(stripVTControlCharacters(line));
      const address = /Ready on (http:\S+)/.exec(output.at(-1) ?? '')?.[1];
      if (address !== undefined) url.resolve(address);
    });
  }
  void once(wrangler, 'exit').then(() => url.reject(new Error(output.join('\n'))));
  return { url: url.promise, output };
}

/** It starts a second time after the build has written the secrets. */
async function untilHealthy(url: string): Promise<void> {
  const isHealthy = () =>
    checkedFetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) await delay(100);
}

test.each(STARTS)('%s prints in a fresh clone', { timeout: 180_000 }, async (_, start) => {
  folder = mkdtempSync(join(tmpdir(), 'platen-clone-'));
  cloneProject(folder, [
    'dist/worker',
    'dist/marks',
    'public/dashboard',
    'public/docs/vendor',
    'public/docs/guide',
  ]);
  const { url: address, output } = startWrangler(start);
  const url = await address;
  await untilHealthy(url);
  const { OPERATOR_TOKEN = '' } = parseEnv(readFileSync(join(folder, '.dev.vars'), 'utf8'));
  const operator = new Operator(url, OPERATOR_TOKEN);
  const { id } = await operator.createWorkspace({ name: 'Clone' });
  const { key } = await operator.createKey({
    workspaceId: id,
    name: 'key',
    environment: 'live',
    permissions: ['pdf.generate'],
  });
  const answer = await checkedFetch(`${url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'application/pdf' },
    body: JSON.stringify({ htmlContent: '<p>Hello</p>' }),
  });
  expect(answer.status, output.join('\n')).toBe(200);
  expect(new TextDecoder('latin1').decode(await answer.arrayBuffer())).toMatch(/^%PDF-/);
});
