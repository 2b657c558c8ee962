import { once } from 'node:events';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CommandRun, runCommand } from '../support/recorded-io.ts';
import { folderWith, writeFiles } from '../support/project-folder.ts';

interface Service {
  readonly partials?: Readonly<Record<string, string>>;
  readonly assets?: readonly string[];
  readonly template?: Readonly<Record<string, unknown>>;
}

const TEMPLATE = {
  id: 'tpl_1',
  name: 'Note',
  version: 1,
  content: 'from the service',
  settings: {},
  dataSchema: null,
  translations: null,
};

/** A service that answers with these names, also with those that Platen would never accept. */
async function serve({ partials = {}, assets = [], template = {} }: Service): Promise<string> {
  const whole = { ...TEMPLATE, ...template };
  const list = (names: readonly string[]) =>
    names.map((name) => ({ name, version: 1, digest: '0'.repeat(64) }));
  const answers: Readonly<Record<string, object>> = {
    '/v1/templates': { data: [whole], nextCursor: null },
    '/v1/templates/tpl_1': { data: whole },
    '/v1/templates/tpl_1/sample-sets': { data: { sampleSets: [] } },
    '/v1/partials': { data: list(Object.keys(partials)), nextCursor: null },
    '/v1/assets': { data: list(assets), nextCursor: null },
  };
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const [, name = ''] = /^\/v1\/partials\/(.+)$/.exec(pathname) ?? [];
    const answer = answers[pathname] ?? { data: { content: partials[decodeURIComponent(name)] ?? 'evil' } };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const pull = async (cwd: string, service: Service, ...args: string[]): Promise<CommandRun> =>
  runCommand(['pull', ...args], {
    cwd,
    env: { PLATEN_URL: await serve(service), PLATEN_API_KEY: 'key', HOME: cwd },
  });

const readOptional = (...path: string[]) => readFile(join(...path), 'utf8').catch(() => null);

test.each<[string, Service, string]>([
  ['a partial', { partials: { '../../evil': 'evil' } }, 'evil.hbs'],
  ['an asset', { assets: ['../../evil.svg'] }, 'evil.svg'],
  ['a language', { template: { translations: { '../../../../evil': {} } } }, 'evil.json'],
])('a service that names %s by a path writes nothing', async (_what, service, file) => {
  const outside = await folderWith({ 'project/platen.json': { format: 1 } });
  const pulled = await pull(join(outside, 'project'), service);
  expect(pulled).toMatchObject({ exitCode: 1 });
  expect(pulled.err).toContain('cannot be those of files, so nothing was written.');
  expect(await readOptional(outside, file)).toBeNull();
  expect(await readOptional(outside, 'project/templates/note/template.hbs')).toBeNull();
});

test('a link is not followed: it is a conflict, and --force replaces the link itself', async () => {
  const outside = await folderWith({ 'secret.txt': 'mine', 'project/platen.json': { format: 1 } });
  const project = join(outside, 'project');
  await mkdir(join(project, 'partials'));
  await symlink(join(outside, 'secret.txt'), join(project, 'partials/foot.hbs'));
  const service = { partials: { foot: 'foot' } };
  const pulled = await pull(project, service);
  expect(pulled).toMatchObject({ exitCode: 1 });
  expect(pulled.err).toMatch(/\n {2}partials\/foot\.hbs$/);
  expect(await pull(project, service, '--force')).toMatchObject({ exitCode: 0 });
  expect(await readOptional(outside, 'secret.txt')).toBe('mine');
  expect(await readOptional(project, 'partials/foot.hbs')).toBe('foot');
});

test('a folder that is a link out of the project gets no file', async () => {
  const outside = await folderWith({ 'elsewhere/a.txt': '', 'project/platen.json': { format: 1 } });
  const project = join(outside, 'project');
  await symlink(join(outside, 'elsewhere'), join(project, 'partials'));
  const pulled = await pull(project, { partials: { foot: 'foot' } });
  expect(pulled).toMatchObject({ exitCode: 1 });
  expect(pulled.err).toContain('partials is a link that leads out of the project.');
  expect(await readOptional(outside, 'elsewhere/foot.hbs')).toBeNull();
});

test('files beside a template.hbs that was deleted are not lost', async () => {
  const project = await folderWith({ 'platen.json': { format: 1 } });
  expect(await pull(project, {})).toMatchObject({ exitCode: 0 });
  await rm(join(project, 'templates/note/template.hbs'));
  // Two files that are the same are no conflict.
  expect(await pull(project, {})).toMatchObject({ exitCode: 0 });
  await rm(join(project, 'templates/note/template.hbs'));
  await writeFiles(project, { 'templates/note/settings.json': { name: 'Note', format: 'A6' } });
  const pulled = await pull(project, {});
  expect(pulled).toMatchObject({ exitCode: 1 });
  expect(pulled.err).toMatch(/\n {2}templates\/note\/settings\.json$/);
  expect(await readOptional(project, 'templates/note/settings.json')).toContain('A6');
});
