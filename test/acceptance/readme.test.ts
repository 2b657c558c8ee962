import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { serviceUrl, Tenant } from '../support/service-client.ts';

const page = readFileSync(inProject('README.md'), 'utf8');

const blocksOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

/** These install, run until they are stopped, or change an account. `commands.test.ts` and `deploy.test.ts` have the others. */
const ELSEWHERE = [
  'npm ci && npm run demo',
  'npm start',
  'npx wrangler login',
  'npm run deploy',
  'npx wrangler secret put SETUP_TOKEN --env production',
];

/** Those of each block, without their comments. */
const commands = blocksOf('sh').flatMap((block) =>
  block
    .trim()
    .split(/\n(?=(?:npm|npx|curl) )/)
    .map((command) => command.replace(/ +# .*$/, '')),
);

const [requests, others] = [
  commands.filter((command) => command.startsWith('curl ')),
  commands.filter((command) => !command.startsWith('curl ') && !ELSEWHERE.includes(command)),
];

async function run(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: inProject(),
    env: { ...process.env, PLATEN_URL: serviceUrl() },
  });
  return stdout;
}

/** The names of all fields, with their places. */
const fieldsOf = (value: unknown, place = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        `${place}.${name}`,
        ...fieldsOf(inner, `${place}.${name}`),
      ])
    : [];

test('the request of the README works as it stands, and its answer has the fields that are shown', async () => {
  const { key } = await Tenant.create();
  expect(requests).toHaveLength(1);
  const [request = ''] = requests;
  expect(request).toContain('http://127.0.0.1:8787');
  const answer = await run(request.replace('http://127.0.0.1:8787', serviceUrl()).replace('pk_live_…', key));
  const [shown = ''] = blocksOf('json');
  expect(fieldsOf(JSON.parse(answer))).toEqual(fieldsOf(JSON.parse(shown)));
});

test('the other commands of the README work as they stand, in their order', async () => {
  expect(others).toHaveLength(4);
  let workspaceId = 'WS';
  for (const command of others) {
    const output = await run(command.replace('--workspace WS', `--workspace ${workspaceId}`));
    if (command.includes('workspace create')) workspaceId = (JSON.parse(output) as { id: string }).id;
    else
      expect(output).toMatch(
        command.includes('--dry-run') ? /Nothing was changed\.\n$/ : /^\{"id":"(key|tpl)_/,
      );
  }
});
