import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProject } from '../../project/read-project.ts';
import { folderWith } from '../support/project-folder.ts';
import { runCommand } from '../support/recorded-io.ts';

const PNG = '\x89PNG\r\n';

/** Imports into a folder beside the source. */
async function importFrom(folder: string, what: string, ...options: string[]) {
  const to = join(folder, 'out');
  const run = await runCommand(['import', join(folder, what), '--to', to, ...options]);
  return { ...run, to, read: (path: string) => readFile(join(to, path), 'utf8') };
}

describe('platen import of a page', () => {
  test('makes assets of its files, and puts its style sheets into the page', async () => {
    const folder = await folderWith({
      'site/index.html':
        '<!DOCTYPE html>\n<title>My page</title><link rel="stylesheet" href="css/main.css?v=2" media="print">\n<img src="img/a.png" alt="A"><IMG SRC=img/a.png><svg><image xlink:href="img/a.png"/></svg><div style="background: url(img/b.svg)"></div><img srcset="img/a.png 1x, img/c.webp 2x">\n<script src="app.js"></script>',
      'site/css/main.css':
        '@import "more.css";\n@font-face { src: url(../fonts/f.woff2) }\nbody { background: url("../img/a.png") }',
      'site/css/more.css': 'p { color: red }',
      'site/img/a.png': PNG,
      'site/img/b.svg': '<svg/>',
      'site/img/c.webp': 'x',
      'site/fonts/f.woff2': 'x',
      'site/app.js': 'document.write("</script>")',
    });
    const { exitCode, err, to, read } = await importFrom(folder, 'site', '--strict');
    expect([exitCode, err]).toEqual([0, 'Imported the page. Everything was turned.']);
    expect(await read('templates/my-page/template.hbs')).toBe(
      '<!DOCTYPE html>\n<title>My page</title><style media="print">\np { color: red }\n@font-face { src: url("platen-asset://f.woff2") }\nbody { background: url("platen-asset://a.png") }\n</style>\n<img src="platen-asset://a.png" alt="A"><IMG src="platen-asset://a.png"><svg><image xlink:href="platen-asset://a.png"/></svg><div style="background: url(&quot;platen-asset://b.svg&quot;)"></div><img srcset="platen-asset://a.png 1x, platen-asset://c.webp 2x">\n<script>\ndocument.write("<\\/script>")\n</script>',
    );
    expect([...(await readProject(to)).assets.keys()].toSorted()).toEqual([
      'a.png',
      'b.svg',
      'c.webp',
      'f.woff2',
    ]);
  });

  test('reads no file outside of its folder, and says what is elsewhere', async () => {
    const folder = await folderWith({
      'secret.css': 'TOP SECRET',
      'site/page.html':
        '<link rel=stylesheet href="../secret.css"><link rel="stylesheet" href="link.css"><link rel="stylesheet" href="/secret.css"><link rel="stylesheet" href="file:///etc/passwd"><link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter"><img src="gone.png"><img src="a.gif"><img src="data:image/png;base64,AA"><p>{{name}}</p>',
      'site/a.gif': 'GIF89a',
    });
    await symlink(join(folder, 'secret.css'), join(folder, 'site/link.css'));
    const { err, read } = await importFrom(folder, 'site/page.html');
    expect(await read('templates/page/template.hbs')).not.toContain('SECRET');
    for (const text of [
      '"../secret.css" is outside of the folder',
      '"link.css" is outside of the folder',
      '"/secret.css" was not found',
      '"https://fonts.googleapis.com/css2?family=Inter" is on another server, and is loaded at each print; upload the font',
      '"gone.png" was not found',
      '"a.gif" cannot be an asset',
      'the page has {{',
    ]) {
      expect(err).toContain(text);
    }
    expect(JSON.parse(await read('templates/page/settings.json'))).toEqual({
      name: 'page',
      templating: 'none',
    });
  });

  test('is printed as it is if a script has braces of templates', async () => {
    const folder = await folderWith({
      'a/index.html': '<script src="app.js"></script>',
      'a/app.js': 'const hint = "{{name}}"',
    });
    const { read } = await importFrom(folder, 'a');
    expect(JSON.parse(await read('templates/index/settings.json'))).toMatchObject({ templating: 'none' });
  });

  test('keeps addresses of folders, and empty ones', async () => {
    const html = '<script src=""></script><script src="?v=1"></script><link rel="stylesheet" href="css/">';
    const folder = await folderWith({ 'a/index.html': html, 'a/css/a.css': '' });
    const { exitCode, err, read } = await importFrom(folder, 'a');
    expect([exitCode, await read('templates/index/template.hbs')]).toEqual([0, html]);
    expect(err).toContain('"css/" was not found');
  });

  test('gives files with the same name a name each, and cuts a title that is too long for a template', async () => {
    const folder = await folderWith({
      'a/index.html': `<title>${'n'.repeat(120)}</title><img src="one/é.png"><img src="two/é.png">`,
      'a/one/é.png': PNG,
      'a/two/é.png': PNG,
    });
    const { to } = await importFrom(folder, 'a');
    const project = await readProject(to);
    expect(project.templates.map(({ name }) => name)).toEqual(['n'.repeat(100)]);
    expect([...project.assets.keys()].toSorted()).toEqual(['e-2.png', 'e.png']);
  });

  test('ends if style sheets import each other', async () => {
    const folder = await folderWith({
      'a/index.html': '<style>@import "a.css";</style>',
      'a/a.css': '@import "a.css";',
    });
    expect((await importFrom(folder, 'a')).err).toContain('is imported too deeply');
  });
});

describe('platen import', () => {
  test('replaces files only with --force, and writes nothing with --dry-run', async () => {
    const folder = await folderWith({ 'a.html': '<p>one' });
    const { to } = await importFrom(folder, 'a.html', '--dry-run');
    await expect(readFile(join(to, 'platen.json'))).rejects.toThrow('ENOENT');
    await mkdir(dirname(join(to, 'templates/a/template.hbs')), { recursive: true });
    await writeFile(join(to, 'templates/a/template.hbs'), 'mine');
    const refused = await importFrom(folder, 'a.html');
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toContain('templates/a/template.hbs');
    expect(await refused.read('templates/a/template.hbs')).toBe('mine');
    expect((await importFrom(folder, 'a.html', '--force')).exitCode).toBe(0);
    expect(await refused.read('templates/a/template.hbs')).toBe('<p>one');
  });

  test.each([
    [['import'], 2],
    [['import', 'a', 'b'], 2],
    [['import', '/nowhere/at/all'], 1],
  ])('%j ends with %i', async (args, code) => {
    expect((await runCommand(args)).exitCode).toBe(code);
  });

  test('refuses what it does not know', async () => {
    const folder = await folderWith({ 'a.txt': 'x', 'b.json': {}, 'c/d.txt': 'x' });
    for (const what of ['a.txt', 'b.json']) {
      expect((await importFrom(folder, what)).err).toContain('is not a page of HTML');
    }
    expect((await importFrom(folder, 'c')).err).toContain('has no index.html');
  });
});
