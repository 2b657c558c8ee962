import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Platen, type Template } from '../../packages/client/src/client.ts';
import { folderWith, writeFiles } from '../../cli/test/support/project-folder.ts';
import { runCommand } from '../../cli/test/support/recorded-io.ts';
import { serviceUrl, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const run = promisify(execFile);

/** 1 × 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A workspace, and a project folder of each of its developers. */
async function workspace() {
  const tenant = await Tenant.create({ plan: 'scale' });
  const platen = new Platen({ baseUrl: serviceUrl(), apiKey: tenant.key });
  const developer = async (files: Readonly<Record<string, unknown>> = {}) => {
    const cwd = await folderWith({ 'platen.json': { format: 1 }, ...files });
    const env = {
      PATH: process.env.PATH,
      HOME: cwd,
      XDG_CONFIG_HOME: join(cwd, '.config'),
      PLATEN_URL: serviceUrl(),
      PLATEN_API_KEY: tenant.key,
    };
    return { cwd, env, platen: (...args: string[]) => runCommand(args, { cwd, env }) };
  };
  return { tenant, platen, developer };
}

/** The bytes of all files of the project, except what belongs to the checkout. */
async function readAll(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, string>();
  for (const path of paths.sort()) {
    if (!path.includes('.platen/')) files.set(path.slice(folder.length + 1), await readFile(path, 'latin1'));
  }
  return files;
}

const versionsOf = async (platen: Platen, { id }: Pick<Template, 'id'>): Promise<number> =>
  (await platen.templates.versions(id)).data.length;

/** The id of the only template of the workspace. */
async function onlyTemplate(platen: Platen): Promise<string> {
  const { data } = await platen.templates.list();
  expect(data).toHaveLength(1);
  return data[0]?.id ?? '';
}

/** Templates as people make them in the dashboard. */
async function makeStrangeTemplates(platen: Platen) {
  const names = ['Invoice', 'invoice!', 'Größe / Maß', '../../etc', 'CON', '🧾'];
  const templates: Template[] = [];
  for (const [index, name] of names.entries()) {
    const template = await platen.templates.create({
      name,
      content: `<h1>{{number}}</h1>\r\n{{> footer}}\n\n<img src="platen-asset://logo.png">${'\n'.repeat(index)}`,
      settings: {
        scale: 0.9,
        format: 'A5',
        header: [
          { pages: 'first', content: '<b>first</b>\r\n' },
          { pages: 'not-first', height: 12 },
        ],
        footer: { content: `${index}\n\n`, height: 9.5 },
        metadata: { title: '{{number}} "quoted"' },
      },
      dataSchema: { type: 'object', properties: { z: { type: 'string' }, a: { $ref: '#/properties/z' } } },
      publish: index !== 1,
    });
    await platen.templates.putSampleSets(template.id, [
      { name: 'Z / z', data: { number: '1', b: 1, a: [1.5, null] } },
      { name: 'Plain', data: {} },
    ]);
    templates.push(template);
  }
  return templates;
}

describe('pull and push', () => {
  test('a pull and then a push change nothing, in the service and in the folder', async () => {
    const { platen, developer } = await workspace();
    await platen.partials.put('footer', { content: '<footer>{{number}}</footer>\r\n' });
    await platen.assets.put('logo.png', new Uint8Array(PNG));
    const templates = await makeStrangeTemplates(platen);
    const { cwd, platen: cli } = await developer();
    expect(await cli('pull')).toMatchObject({ exitCode: 0, err: '' });
    const files = await readAll(cwd);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'assets/logo.png',
        'partials/footer.hbs',
        'templates/invoice/header-1.hbs',
        'templates/invoice-2/template.hbs',
        'templates/grosse-mass/settings.json',
        'templates/etc/samples/z-z.json',
        'templates/con-template/schema.json',
        'templates/template/footer.hbs',
      ]),
    );
    expect(files.get('templates/invoice/template.hbs')).toBe(templates[0]?.content);

    const pushed = await cli('push');
    expect(pushed).toMatchObject({ exitCode: 0, err: '' });
    expect(pushed.out).toMatch(/\n0 new, 0 changed, 8 the same$/);
    expect(await cli('pull')).toMatchObject({ exitCode: 0, out: 'Nothing to bring.' });
    expect(await readAll(cwd)).toEqual(files);
    for (const template of templates) {
      expect(await versionsOf(platen, template)).toBe(1);
      expect(await platen.templates.get(template.id)).toEqual(await platen.templates.get(`${template.id}@1`));
      expect((await platen.templates.get(template.id)).updatedAt).toBe(template.updatedAt);
    }
    // Without what the folder knows of the last pull, too.
    await rm(join(cwd, '.platen'), { recursive: true });
    expect((await cli('push')).out).toMatch(/\n0 new, 0 changed, 8 the same$/);
    expect(await readAll(cwd)).toEqual(files);
  });

  test('a byte order mark in a file changes nothing', async () => {
    const { platen, developer } = await workspace();
    const files = {
      'platen.json': {},
      'templates/letter/template.hbs': '\uFEFF<p>{{> footer}}</p>',
      'templates/letter/settings.json': { name: 'Letter' },
      'partials/footer.hbs': '\uFEFFEnd',
    };
    const { cwd, platen: cli } = await developer(files);
    expect(await cli('push')).toMatchObject({ exitCode: 0 });
    const before = await readAll(cwd);
    expect(await cli('pull')).toMatchObject({ exitCode: 0, out: 'Nothing to bring.' });
    expect(await readAll(cwd)).toEqual(before);
    expect((await cli('push')).out).toMatch(/\n0 new, 0 changed, 2 the same$/);
    const { cwd: other, platen: others } = await developer();
    expect(await others('pull')).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(other, 'templates/letter/template.hbs'), 'utf8')).toBe('<p>{{> footer}}</p>');
    const id = await onlyTemplate(platen);
    await platen.templates.update(id, { content: '\uFEFF<p>new</p>' });
    expect((await platen.templates.get(id)).content).toBe('<p>new</p>');
    expect(await cli('pull')).toMatchObject({ exitCode: 0 });
    expect((await cli('push')).out).toMatch(/\n0 new, 0 changed, 2 the same$/);
  });

  test('a dry run finds an asset that the service would refuse, and a service that is not there is named', async () => {
    const { developer } = await workspace();
    const { platen: cli } = await developer({ 'platen.json': {}, 'assets/logo.png': 'no picture' });
    const { exitCode, err } = await cli('push', '--dry-run');
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/assets\/logo\.png: logo\.png /)]);
    const gone = await (await developer()).platen('push', '--url', 'http://127.0.0.1:9');
    expect(gone.err).toMatch(/http:\/\/127\.0\.0\.1:9 did not answer.*(?:ECONNREFUSED|bad port)/);
  });

  variation(
    'a designer and a developer work on one template, and each sees the change of the other',
    async () => {
      const { platen, developer } = await workspace();
      const { cwd, platen: cli } = await developer();
      expect(await cli('init')).toMatchObject({ exitCode: 1 });
      await rm(join(cwd, 'platen.json'));
      expect(await cli('init')).toMatchObject({ exitCode: 0 });
      const first = await cli('push');
      expect(first.err).toBe('');
      expect(first.out).toBe('+ letter  version 1\n1 new, 0 changed, 0 the same');

      // The designer changes the margins and the sample in the dashboard.
      const id = await onlyTemplate(platen);
      const { settings } = await platen.templates.get(id);
      await platen.templates.update(id, { settings: { ...settings, margin: { top: 40 } } });
      await platen.templates.putSampleSets(id, [{ name: 'Sample', data: { sender: 'Designer' } }]);

      // The developer has changed the text meanwhile.
      const path = join(cwd, 'templates/letter/template.hbs');
      await writeFile(path, `${await readFile(path, 'utf8')}<!-- developer -->\n`);
      const refused = await cli('push');
      expect(refused.exitCode).toBe(1);
      expect(refused.err).toMatch(
        /templates\/letter: "Letter" is at version 2, and the push began from version 1\. tests changed it at 20/,
      );
      expect(await versionsOf(platen, { id })).toBe(2);

      const pulled = await cli('pull');
      expect(pulled.out.split('\n').sort()).toEqual([
        '~ templates/letter/samples/Sample.json',
        '~ templates/letter/settings.json',
      ]);
      expect(JSON.parse(await readFile(join(cwd, 'templates/letter/settings.json'), 'utf8')).margin).toEqual({
        top: 40,
      });
      expect((await cli('push', '--dry-run')).out).toMatch(
        /^~ letter {2}version 3, template\.hbs\n(?:.*\n)*Nothing was changed\.$/,
      );
      expect(await versionsOf(platen, { id })).toBe(2);
      expect(await cli('push', '--note', 'From Git')).toMatchObject({ exitCode: 0 });

      // And the designer sees both.
      const latest = await platen.templates.get(id);
      expect(latest).toMatchObject({
        version: 3,
        publishedVersion: 3,
        note: 'From Git',
        settings: { margin: { top: 40 } },
      });
      expect(latest.content).toContain('<!-- developer -->');
    },
  );

  test('two developers who push get the conflict named, and a pull overwrites no change', async () => {
    const { platen, developer } = await workspace();
    const files = {
      'templates/a/template.hbs': '<p>one</p>',
      'templates/a/settings.json': { name: 'A' },
      'templates/b/template.hbs': '<p>b</p>',
      'templates/b/settings.json': { name: 'B' },
      'partials/footer.hbs': 'one',
    };
    const ada = await developer(files);
    const bob = await developer();
    await ada.platen('push');
    await bob.platen('pull');
    await writeFiles(ada.cwd, { 'templates/a/template.hbs': '<p>Ada</p>', 'partials/footer.hbs': 'Ada' });
    expect(await ada.platen('push')).toMatchObject({ exitCode: 0 });

    await writeFiles(bob.cwd, {
      'templates/a/template.hbs': '<p>Bob</p>',
      'templates/b/template.hbs': '<p>Bob too</p>',
      'partials/footer.hbs': 'Bob',
    });
    const before = await readAll(bob.cwd);
    const refused = await bob.platen('push');
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toMatch(
      /^ {2}partials\/footer\.hbs: "footer" is at version 2, and the push began from version 1\. tests/m,
    );
    expect(refused.err).toMatch(
      /^ {2}templates\/a: "A" is at version 2, and the push began from version 1\. tests/m,
    );
    expect(refused.err).not.toContain('templates/b');
    const pulled = await bob.platen('pull');
    expect(pulled.exitCode).toBe(1);
    expect(pulled.err.split('\n').slice(1).sort()).toEqual([
      '  partials/footer.hbs',
      '  templates/a/template.hbs',
    ]);
    expect(await readAll(bob.cwd)).toEqual(before);

    // What is not committed is safe until he says so.
    expect(await bob.platen('push', '--force')).toMatchObject({ exitCode: 0 });
    const { data } = await platen.templates.list();
    const contents = await Promise.all(data.map(async ({ id }) => (await platen.templates.get(id)).content));
    expect(contents.sort()).toEqual(['<p>Bob too</p>', '<p>Bob</p>']);
    expect(await ada.platen('pull')).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(ada.cwd, 'templates/a/template.hbs'), 'utf8')).toBe('<p>Bob</p>');
  });

  variation('a push with one bad template changes none, and names each file', async () => {
    const { platen, developer } = await workspace();
    const { cwd, platen: cli } = await developer({
      'templates/good/template.hbs': '<p>{{> footer}}</p>',
      'templates/good/settings.json': { name: 'Good' },
      'templates/bad/template.hbs': '<p>\n{{#if x}}</p>',
      'templates/bad/footer.hbs': '{{nohelper 1}}',
      'templates/bad/settings.json': { name: 'Bad' },
      'templates/worse/template.hbs': 'x',
      'templates/worse/settings.json': { name: 'Worse', margin: { top: -1 }, header: [{}, {}] },
      'templates/worse/header-2.hbs': '{{/each}}',
      'partials/footer.hbs': '{{> missing}}',
    });
    const refused = await cli('push');
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toContain('  templates/worse/settings.json: margin.top: must be 0 or more');
    await writeFiles(cwd, { 'templates/worse/settings.json': { name: 'Worse', header: [{}, {}] } });
    const { err } = await cli('push', '--dry-run');
    for (const file of [
      'templates/bad/template.hbs',
      'templates/worse/header-2.hbs',
      'partials/footer.hbs',
    ]) {
      expect(err).toContain(`  ${file}, line `);
    }
    expect((await platen.templates.list()).data).toEqual([]);
    expect((await platen.partials.list()).data).toEqual([]);
  });

  variation('a checkout of CI may replace what its history has, and nothing else', async () => {
    const { platen, developer } = await workspace();
    const ada = await developer({
      '.gitignore': '.config\n',
      'templates/a/template.hbs': '<p>one</p>',
      'templates/a/settings.json': { name: 'A' },
      'partials/footer.hbs': 'one',
    });
    const git = (cwd: string, ...args: string[]) =>
      run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd, env: ada.env });
    const commit = async (cwd: string) => {
      await git(cwd, 'add', '-A');
      await git(cwd, 'commit', '-qm', 'Change');
    };
    await git(ada.cwd, 'init', '-q');
    await commit(ada.cwd);
    await ada.platen('push');
    expect((await git(ada.cwd, 'status', '--porcelain')).stdout).toBe('');

    // A second commit, and CI without `.platen` pushes it.
    await writeFiles(ada.cwd, { 'templates/a/template.hbs': '<p>two</p>', 'partials/footer.hbs': 'two' });
    await commit(ada.cwd);
    const ci = async () => {
      const { cwd, platen: cli } = await developer();
      await rm(join(cwd, 'platen.json'));
      await git(cwd, 'clone', '-q', ada.cwd, join(cwd, 'clone'));
      return { cwd: join(cwd, 'clone'), push: () => cli('push', '--folder', join(cwd, 'clone')) };
    };
    expect((await (await ci()).push()).out).toContain('0 new, 2 changed, 0 the same');

    // A designer changes the template. No commit has it.
    const id = await onlyTemplate(platen);
    await platen.templates.update(id, { content: '<p>designer</p>' });
    await writeFiles(ada.cwd, { 'templates/a/template.hbs': '<p>three</p>' });
    await commit(ada.cwd);
    const refused = await (await ci()).push();
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toMatch(/"A" exists already, at version 3\. tests changed it at 20/);
    expect((await platen.templates.get(id)).content).toBe('<p>designer</p>');

    // Ada brings it into a commit and merges. Now CI may go on.
    await ada.platen('pull', '--force');
    await commit(ada.cwd);
    await writeFiles(ada.cwd, { 'templates/a/template.hbs': '<p>three and designer</p>' });
    await commit(ada.cwd);
    expect(await (await ci()).push()).toMatchObject({ exitCode: 0 });
    expect((await platen.templates.get(id)).content).toBe('<p>three and designer</p>');
  });

  variation(
    'folders and templates may be renamed, and deleted templates are not made again by accident',
    async () => {
      const { platen, developer } = await workspace();
      const { cwd, platen: cli } = await developer({
        'templates/a/template.hbs': '<p>a</p>',
        'templates/a/settings.json': { name: 'A' },
      });
      await cli('push');
      const id = await onlyTemplate(platen);
      await writeFiles(cwd, { 'templates/a/settings.json': { name: 'Renamed' } });
      expect((await cli('push')).out).toContain('~ a  version 1, name');
      expect((await platen.templates.list()).data).toMatchObject([{ id, name: 'Renamed' }]);
      await rename(join(cwd, 'templates/a'), join(cwd, 'templates/z'));
      expect((await cli('push')).out).toContain('= z');
      expect((await platen.templates.list()).data).toMatchObject([{ id }]);
      await platen.templates.delete(id);
      expect((await cli('pull')).err).toContain('! z was deleted in the workspace');
      const refused = await cli('push');
      expect(refused.exitCode).toBe(1);
      expect(refused.err).toMatch(
        /templates\/z: "Renamed" does not exist any more \(tpl_\w+\)\. tests deleted it at/,
      );
      expect(await cli('push', '--force')).toMatchObject({ exitCode: 0 });
      expect((await platen.templates.list()).data).toMatchObject([{ name: 'Renamed' }]);
    },
  );

  variation('assets are uploaded before, and a template pins the new version', async () => {
    const { platen, developer } = await workspace();
    const { cwd, platen: cli } = await developer({
      'templates/a/template.hbs': '<img src="platen-asset://logo.png">',
      'templates/a/settings.json': { name: 'A' },
    });
    await cp(join(cwd, 'platen.json'), join(cwd, 'templates/a/notes.txt'));
    expect((await cli('push')).err).toContain(
      '  templates/a: platen-asset://logo.png: the workspace has no asset',
    );
    await writeFiles(cwd, { 'templates/a/assets/broken.png': 'no picture', 'assets/.keep': '' });
    await writeFile(join(cwd, 'assets/logo.png'), PNG);
    const refused = (await cli('push')).err;
    expect(refused).toContain('The service would refuse these assets, so nothing was sent.');
    expect(refused).toContain('templates/a/assets/broken.png');
    expect((await platen.assets.list()).data).toEqual([]);
    expect((await platen.templates.list()).data).toEqual([]);
    await rm(join(cwd, 'templates/a/assets'), { recursive: true });
    expect((await cli('push')).out).toContain('+ a  version 1');
    expect((await platen.assets.uses('logo.png')).data).toMatchObject([{ name: 'A', publishedPin: 1 }]);
    expect((await cli('push')).out).toBe('= assets/logo.png\n= a\n0 new, 0 changed, 2 the same');
  });
});

describe('login', () => {
  test('saves a key that only the user can read, and never shows it', async () => {
    const { tenant, developer } = await workspace();
    const { cwd, env } = await developer();
    const { PLATEN_API_KEY: _, PLATEN_URL: __, ...bare } = env;
    const cli = (args: string[], input = '') =>
      runCommand(args, { cwd, env: bare, readInput: async () => input });
    expect((await cli(['push'])).err).toContain('Run `platen login`');
    const wrong = await cli(['login', '--url', serviceUrl()], `pk_live_${'x'.repeat(32)}`);
    expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('INVALID_API_KEY') });
    const done = await cli(['login', '--url', `${serviceUrl()}/`], `${tenant.key}\n`);
    expect(done).toMatchObject({ exitCode: 0, err: '' });
    expect(done.out).not.toContain(tenant.key);
    const path = join(cwd, '.config/platen/profiles.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await cli(['push'])).toMatchObject({ exitCode: 0 });
    // The key of one service is not sent to another.
    expect((await cli(['push', '--url', 'http://127.0.0.1:9'])).err).toContain(
      'There is no key for http://127.0.0.1:9',
    );
    expect(await cli(['push', '--profile', 'other'])).toMatchObject({ exitCode: 1 });
    expect(await cli(['push', '--nonsense'])).toMatchObject({ exitCode: 2 });
  });
});
