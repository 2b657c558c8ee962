import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, NOTE_PROJECT, writeFiles } from '../../cli/test/support/project-folder.ts';
import { runCommand } from '../../cli/test/support/recorded-io.ts';
import { openPdfium } from '../../renderer/container/image/thumbnail/pdfium.ts';
import { inProject } from '../../scripts/project.ts';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { openPdf } from './support/pdf.ts';
import { variation } from '../support/thorough.ts';

// It makes global names at its first start, which the check of what a file leaves would find.
await openPdfium();

const { executablePath } = await prepareLocalBrowser();
const env = { ...process.env, PLATEN_CHROMIUM: executablePath };

describe('platen render', () => {
  test('prints a sample to a file, and says what is wrong with a template', async () => {
    const cwd = await folderWith(NOTE_PROJECT);
    const long = await runCommand(['render', 'note', '--sample', 'long'], { cwd, env });
    expect(long).toMatchObject({ exitCode: 0, out: `${join(cwd, 'note-Grace.pdf')} (3 pages)` });
    const pdf = await openPdf(new Uint8Array(readFileSync(join(cwd, 'note-Grace.pdf'))));
    expect(await pdf.text(1)).toContain('Dear Grace');

    const output = (file: string) => runCommand(['render', '-o', file], { cwd, env });
    expect(await output('new/folder/a.pdf')).toMatchObject({ exitCode: 0 });
    expect(await output('new/folder')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining(`The PDF cannot be written to ${join(cwd, 'new/folder')}: EISDIR`),
    });

    await writeFiles(cwd, { 'data.json': { name: 'Ada' }, 'templates/note/header.hbs': '{{#if name}}' });
    const wrong = await runCommand(['render', '--data', 'data.json'], { cwd, env });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.err).toContain('templates/note/header.hbs:1:13: header');
  });

  variation('names the templates and samples that there are', async () => {
    const cwd = await folderWith(NOTE_PROJECT);
    expect((await runCommand(['render', 'letter'], { cwd, env })).err).toContain('note');
    expect((await runCommand(['render', '--sample', 'none'], { cwd, env })).err).toContain('long, short');
    expect(await runCommand(['render', 'a', 'b'], { cwd, env })).toMatchObject({ exitCode: 2 });
  });

  test('a page cannot reach what runs on this machine', async () => {
    const cwd = await folderWith({
      ...NOTE_PROJECT,
      'templates/note/template.hbs': '<img src="http://127.0.0.1:1/a.png">',
    });
    expect((await runCommand(['render'], { cwd, env })).err).toMatch(
      /127\.0\.0\.1:1\/a\.png is missing: .*public/,
    );
  });

  test('a page cannot read the files and the time zone of this machine', async () => {
    const cwd = await folderWith({
      'template.hbs': `<iframe src="file://{{file}}"></iframe><p></p>
        <script>document.querySelector('p').textContent = Intl.DateTimeFormat().resolvedOptions().timeZone</script>`,
      'settings.json': { name: 'Zone' },
      'secret.txt': 'secret',
    });
    await writeFiles(cwd, { 'data.json': { file: join(cwd, 'secret.txt') } });
    const machine = { ...env, TZ: 'America/New_York' };
    const printed = await runCommand(['render', '--data', 'data.json', '-o', 'a.pdf'], { cwd, env: machine });
    expect(printed).toMatchObject({ exitCode: 0 });
    const pdf = await openPdf(new Uint8Array(readFileSync(join(cwd, 'a.pdf'))));
    expect(await pdf.text(1)).toContain('UTC');
    expect(await pdf.text(1)).not.toContain('secret');
  });

  test('prints with the partials, the assets and the languages of the folder', async () => {
    const font = readFileSync(
      inProject('node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2'),
    );
    const cwd = await folderWith({
      'template.hbs':
        '{{> head}}<p style="font-family: \'Noto Sans Hebrew Thin\'">שלום</p><img src="platen-asset://dot.svg">',
      'settings.json': { name: 'Card', outputName: 'card' },
      'partials/head.hbs': '<h1>{{t "hello"}}</h1>',
      'locales/de.json': { hello: 'Guten Tag' },
      'locales/en.json': { hello: 'Good day' },
      'assets/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>',
      'assets/hebrew.woff2': font,
    });
    const printed = await runCommand(['render', '--locale', 'de'], { cwd, env });
    expect(printed).toMatchObject({ exitCode: 0, err: '' });
    const bytes = new Uint8Array(readFileSync(join(cwd, 'card.pdf')));
    expect(await (await openPdf(bytes)).text(1)).toContain('Guten Tag');
    expect(Buffer.from(bytes).includes('+NotoSansHebrew')).toBe(true);

    await rm(join(cwd, 'assets/dot.svg'));
    expect((await runCommand(['render'], { cwd, env })).err).toContain('dot.svg');
    await writeFile(join(cwd, 'assets/hebrew.woff2'), 'no font');
    expect((await runCommand(['render'], { cwd, env })).err).toContain(
      'assets/hebrew.woff2: hebrew.woff2 is no',
    );
  });
});

describe('platen test', () => {
  test('records, compares, names what is new and what is left over, and reports', async () => {
    const cwd = await folderWith(NOTE_PROJECT);
    const run = (...args: string[]) => runCommand(['test', ...args], { cwd, env });
    const snapshots = join(cwd, 'templates/note/snapshots');

    expect(await run('nope')).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^There is no template "nope"\. --folder names a project\.\s+note/),
    });
    const unrecorded = await run('note', '--folder', cwd, '--only', 'short');
    expect(unrecorded).toMatchObject({ exitCode: 1 });
    expect(unrecorded.out).toMatch(/\+ note\/short[^]*no snapshot yet[^]*0 passed, 1 failed$/);
    expect(existsSync(snapshots)).toBe(false);

    expect((await run('--record')).out).toMatch(/2 passed, 0 failed$/);
    expect(readdirSync(snapshots).toSorted()).toEqual([
      'long.json',
      'long.page-1.png',
      'long.page-2.png',
      'long.page-3.png',
      'short.json',
      'short.page-1.png',
    ]);

    await writeFiles(cwd, {
      'templates/note/template.hbs': '<h1>Note</h1><p>Dear {{name}}!</p><p>{{text}}</p>',
    });
    await rm(join(cwd, 'templates/note/samples/long.json'));
    const changed = await run('--report', 'report');
    expect(changed.exitCode).toBe(1);
    expect(changed.out).toContain('page 1: the text differs\n      - Dear Ada,\n      + Dear Ada!');
    expect(changed.out).toMatch(/page 1: [\d.]+ % of the pixels differ/);
    expect(changed.out).toMatch(/Snapshots without a sample[^]*note\/long[^]*0 passed, 1 failed$/);
    const html = readFileSync(join(cwd, 'report/index.html'), 'utf8');
    expect(html).toContain('<img src="pictures/1-page-1-difference.png"');
    expect(existsSync(join(cwd, 'report/pictures/1-page-1-difference.png'))).toBe(true);
    expect(readFileSync(join(cwd, 'report/junit.xml'), 'utf8')).toContain(
      '<testsuite name="note" tests="1" failures="1" errors="0"',
    );

    expect((await run('--record')).out).toMatch(/Deleted snapshots[^]*note\/long[^]*1 passed, 0 failed$/);
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(readdirSync(snapshots)).toEqual(['short.json', 'short.page-1.png']);
  });

  variation('says if the snapshot is from another Chromium, and records it again', async () => {
    const cwd = await folderWith({ ...NOTE_PROJECT, 'platen.json': { test: { dpi: 30 } } });
    const run = (...args: string[]) => runCommand(['test', '--only', 'short', ...args], { cwd, env });
    const record = async () => expect(await run('--record')).toMatchObject({ exitCode: 0, err: '' });
    await record();
    const path = join(cwd, 'templates/note/snapshots/short.json');
    const recorded = readFileSync(path, 'utf8');
    await writeFile(path, recorded.replace(/"chromium": ".*"/, '"chromium": "1.2.3.4"'));
    expect(await run()).toMatchObject({ exitCode: 0, out: expect.stringContaining('from Chromium 1.2.3.4') });
    await record();
    expect(readFileSync(path, 'utf8')).toBe(recorded);

    await writeFile(path, '<<<<<<< ours');
    expect(await run()).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('short.json is no snapshot'),
    });
    await record();
    expect(readFileSync(path, 'utf8')).toBe(recorded);
  });

  variation('a sample that cannot be printed fails, and wrong settings are named', async () => {
    const cwd = await folderWith({
      ...NOTE_PROJECT,
      'templates/note/schema.json': { properties: { name: { maxLength: 3 } } },
    });
    const failed = await runCommand(['test', '--record'], { cwd, env });
    expect(failed.exitCode).toBe(1);
    expect(failed.out).toMatch(
      /✗ note\/long[^]*templates\/note\/samples\/long\.json:2:11: templateData\.name[^]*1 passed, 1 failed$/,
    );

    await writeFiles(cwd, { 'platen.json': { test: { tolerance: 1 } } });
    expect((await runCommand(['test'], { cwd, env })).err).toContain('platen.json has wrong settings');
  });
});
