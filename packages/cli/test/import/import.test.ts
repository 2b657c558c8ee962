import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
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

const template = (name: string, more: object = {}) => ({
  $entitySet: 'templates',
  name,
  recipe: 'chrome-pdf',
  engine: 'handlebars',
  ...more,
});

describe('platen import of jsreport', () => {
  test('turns a folder of its store', async () => {
    const folder = await folderWith({
      'data/Invoice/main/config.json': template('main', {
        data: { shortid: 'd1' },
        chrome: {
          printBackground: true,
          marginTop: '1cm',
          format: 'A5',
          headerTemplate: '<b>{{number}}</b>',
          landscape: true,
        },
      }),
      'data/Invoice/main/content.handlebars':
        '<style>{{asset "styles.css" "utf8"}}</style><img src="{{asset "./logo.png" "dataURI"}}">{{{childTemplate "foot"}}}',
      'data/Invoice/logo.png/config.json': { $entitySet: 'assets', name: 'logo.png' },
      'data/Invoice/logo.png/content.png': PNG,
      'data/Invoice/styles.css/config.json': { $entitySet: 'assets', name: 'styles.css' },
      'data/Invoice/styles.css/content.css': 'p { color: red }',
      'data/Invoice/sample/config.json': { $entitySet: 'data', name: 'sample', shortid: 'd1' },
      'data/Invoice/sample/dataJson.json': { number: 'A-1' },
      'data/Invoice/main/chrome-footerTemplate.handlebars': '{{{childTemplate "pages"}}}',
      'data/foot/config.json': template('foot', { recipe: 'html' }),
      'data/foot/content.handlebars': '<p>{{number}}</p>',
      'data/pages/config.json': template('pages', { recipe: 'html' }),
    });
    const { exitCode, err, to, read } = await importFrom(folder, 'data', '--strict');
    expect([exitCode, err]).toEqual([0, 'Imported 1 template. Everything was turned.']);
    expect(await read('templates/main/template.hbs')).toBe(
      '<style>{{> styles}}</style><img src="platen-asset://logo.png">{{> foot}}',
    );
    expect(await read('templates/main/header.hbs')).toBe('<b>{{number}}</b>');
    expect(JSON.parse(await read('templates/main/settings.json'))).toEqual({
      name: 'main',
      format: 'A5',
      orientation: 'landscape',
      margin: { top: 10 },
      header: { height: 10 },
      footer: {},
    });
    const project = await readProject(to);
    const file = 'samples/sample.json';
    expect(project.templates[0]?.sampleSets).toEqual([{ name: 'sample', data: { number: 'A-1' }, file }]);
    expect([...project.partials.keys()].toSorted()).toEqual(['foot', 'pages', 'styles']);
    expect([...project.assets.keys()]).toEqual(['logo.png']);
  });

  test('turns an export, and names what it cannot turn', async () => {
    const folder = await folderWith({});
    const entries = {
      'metadata.json': {},
      'templates/a-1.json': template('a', {
        content: '{{total items}}\n{#asset logo.gif @encoding=dataURI}\n\n\n{#child nowhere}',
        helpers: 'function total(items) { return items.length }',
        scripts: [{ shortid: 's' }],
        recipe: 'phantom-pdf',
        phantom: {
          margin: '{"top": "2cm"}',
          footer: '{#pageNum}/{#numPages}',
          footerHeight: '1cm',
          printDelay: 200,
        },
      }),
      'templates/b-2.json': template('b', { engine: 'jsrender' }),
      'templates/c-3.json': template('c', { recipe: 'xlsx' }),
      'assets/logo.gif-4.json': { name: 'logo.gif', content: Buffer.from('GIF89a').toString('base64') },
      'scripts/s-5.json': { name: 's', content: 'process.exit(1)' },
    };
    const zipped = Object.entries(entries).map(
      ([name, value]) => [name, strToU8(JSON.stringify(value))] as const,
    );
    await writeFile(join(folder, 'all.jsrexport'), zipSync(Object.fromEntries(zipped)));
    const { exitCode, err, read } = await importFrom(folder, 'all.jsrexport');
    expect(exitCode).toBe(0);
    for (const text of [
      'templates/a-1.json: its scripts were not turned',
      'helpers are code, and were not turned: total',
      'templates/a-1.json/content:2: {#asset logo.gif @encoding=dataURI} was not turned',
      'templates/a-1.json/content:5: {#child nowhere} was not turned: there is no template "nowhere"',
      '"b" was not turned: its engine is jsrender',
      '"c" was not turned: the recipe is xlsx',
      'scripts/s-5.json: "s" was not turned',
      'must be mended before a push: html, line 1, column 1: Missing helper: "total"',
    ]) {
      expect(err).toContain(text);
    }
    expect(await read('templates/a/footer.hbs')).toBe(
      '<span class="pageNumber"></span>/<span class="totalPages"></span>',
    );
    expect(JSON.parse(await read('templates/a/settings.json'))).toMatchObject({
      margin: { top: 20 },
      footer: { height: 10 },
      waitFor: { delayMs: 200 },
    });
    expect((await importFrom(folder, 'all.jsrexport', '--force', '--strict')).exitCode).toBe(1);
  });

  test('ends if child templates contain each other', async () => {
    const folder = await folderWith({
      'd/a/config.json': template('a', { content: '{#child b}' }),
      'd/b/config.json': template('b', { recipe: 'html', content: '{#child c}' }),
      'd/c/config.json': template('c', { recipe: 'html', content: '{#child b}' }),
    });
    expect((await importFrom(folder, 'd')).err).toContain('the partials b → c → b contain each other');
  });

  test('gives names that share their first 90 characters a number', async () => {
    const long = 'n'.repeat(100);
    const folder = await folderWith({
      'd/one/config.json': template(long, { content: '{#child foot}' }),
      'd/other/config.json': template(long, { content: '{#child x}' }),
    });
    const { exitCode, to } = await importFrom(folder, 'd');
    expect(exitCode).toBe(0);
    const names = (await readProject(to)).templates.map(({ name }) => name);
    expect(names.toSorted()).toEqual([`${'n'.repeat(80)}-2`, 'n'.repeat(90)]);
  });

  test('refuses an archive that is much larger than its file', async () => {
    const folder = await folderWith({});
    const entries = Array.from({ length: 11 }, (_, index) => [`data/${index}.json`, strToU8('{}')] as const);
    const zip = Buffer.from(zipSync(Object.fromEntries(entries)));
    // The size of each entry in the directory of the archive, which the program believes before it reads the entry.
    for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1))
      zip.writeUInt32LE(19_000_000, at + 24);
    await writeFile(join(folder, 'bomb.jsrexport'), zip);
    const { exitCode, err } = await importFrom(folder, 'bomb.jsrexport');
    expect(exitCode).toBe(1);
    expect(err).toContain('have more than 200000000 bytes');
  });

  test.each([
    ['no zip', 'PK nothing'],
    ['an empty file', ''],
  ])('refuses %s', async (_, content) => {
    const folder = await folderWith({ 'x.jsrexport': content });
    const { exitCode, err } = await importFrom(folder, 'x.jsrexport');
    expect(exitCode).toBe(1);
    expect(err).toContain('is no export of jsreport');
  });
});

describe('platen import of PDFMonkey', () => {
  test('turns a folder of its command line, with snippets', async () => {
    const folder = await folderWith({
      'pm/Receipt/body.html.liquid': '<p>{{ total | round: 2 }}</p>{% include "my note" %}',
      'pm/Receipt/styles.scss': '$red: #f00;\np { color: $red }',
      'pm/Receipt/sample_data.json': { total: 1.234 },
      'pm/Receipt/settings.json': {
        paper_format: 'a5',
        orientation: 'landscape',
        margin: { top: 10 },
        engine: 'x',
      },
      'pm/my note/code.liquid': '<i>{{ note }}</i>',
    });
    const { err, read } = await importFrom(folder, 'pm');
    expect(await read('templates/receipt/template.hbs')).toContain('<p>{{round total 2}}</p>{{> my-note}}');
    expect(await read('partials/my-note.hbs')).toBe('<i>{{note}}</i>');
    expect(JSON.parse(await read('templates/receipt/samples/Sample.json'))).toEqual({ total: 1.234 });
    expect(JSON.parse(await read('templates/receipt/settings.json'))).toEqual({
      name: 'Receipt',
      format: 'A5',
      orientation: 'landscape',
      margin: { top: 10 },
    });
    expect(err).toContain('Receipt/styles.scss:1: $red is SCSS');
    expect(err).toContain('the setting "engine" was not turned');
  });

  test('keeps the first of two snippets that become the same partial, and names the other', async () => {
    const folder = await folderWith({
      'pm/A/body.html.liquid': '{% include "my note" %}',
      'pm/my note/code.liquid': 'one',
      'pm/my-note/code.liquid': 'two',
    });
    const { err, read } = await importFrom(folder, 'pm');
    expect(await read('partials/my-note.hbs')).toBe('one');
    expect(err).toContain(
      'my-note/code.liquid: was not turned: another snippet becomes the partial "my-note" too',
    );
  });

  test('names each template whose partial does not parse', async () => {
    const folder = await folderWith({
      'pm/A/body.html.liquid': 'a',
      'pm/foot/code.liquid': '{% if x %}',
    });
    const { exitCode, err } = await importFrom(folder, 'pm');
    expect(exitCode).toBe(0);
    expect(err).toContain('must be mended before a push: partial:foot, line 1');
  });

  test('turns an answer of its API, and says what the builder made', async () => {
    const answer = (more: object) => ({
      document_template: {
        identifier: 'T',
        body: '{{ a }}',
        scss_style: 'p{}',
        sample_data: '{"a":1}',
        ...more,
      },
    });
    const folder = await folderWith({ 'a.json': answer({}), 'b.json': answer({ edition_mode: 'builder' }) });
    const { read } = await importFrom(folder, 'a.json');
    expect(await read('templates/t/template.hbs')).toContain('{{a}}');
    expect((await importFrom(folder, 'b.json', '--force')).exitCode).toBe(1);
  });
});

test('platen import turns an answer of APITemplate', async () => {
  const settings = {
    paper_size: 'A4',
    orientation: '2',
    margin_top: '12',
    display_header_footer: true,
    custom_footer: '{{ x }}',
    filter: 'y',
  };
  const folder = await folderWith({
    'get.json': {
      template_id: 'abc',
      body: '{% for i in xs %}{{ i.a|upper }}{% endfor %}',
      css: '<style>p{}</style>',
      settings: JSON.stringify(settings),
    },
  });
  const { err, read } = await importFrom(folder, 'get.json');
  expect(await read('templates/abc/template.hbs')).toContain('{{#each xs as |i|}}{{upper i.a}}{{/each}}');
  expect(JSON.parse(await read('templates/abc/settings.json'))).toMatchObject({
    format: 'A4',
    orientation: 'landscape',
    margin: { top: 12 },
  });
  expect(await read('templates/abc/footer.hbs')).toBe('{{x}}');
  expect(err).toContain('the setting "filter" was not turned');
});

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
    expect([exitCode, err]).toEqual([0, 'Imported 1 template. Everything was turned.']);
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
    [['import', 'a.html', '--from', 'word'], 2],
    [['import', '/nowhere/at/all'], 1],
  ])('%j ends with %i', async (args, code) => {
    expect((await runCommand(args)).exitCode).toBe(code);
  });

  test('refuses what it does not know', async () => {
    const folder = await folderWith({ 'a.txt': 'x', 'b.json': {}, 'c/d.txt': 'x' });
    for (const what of ['a.txt', 'b.json', 'c']) {
      expect((await importFrom(folder, what)).err).toContain('is none of');
    }
  });
});
