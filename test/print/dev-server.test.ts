import { once } from 'node:events';
import { request } from 'node:http';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LocalPrinter } from '../../cli/local/chromium/local-printer.ts';
import { type DevServer, startDevServer } from '../../cli/local/dev/dev-server.ts';
import { decodePng } from '../../cli/local/pdf/png.ts';
import { DevViewer } from '../../cli/test/support/dev-viewer.ts';
import { folderWith, NOTE_PROJECT, writeFiles } from '../../cli/test/support/project-folder.ts';
import { openPdfium } from '../../renderer/container/image/thumbnail/pdfium.ts';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { openPdf } from './support/pdf.ts';

// It makes global names at its first start, which the check of what a file leaves would find.
await openPdfium();

const { executablePath } = await prepareLocalBrowser();
let printer: LocalPrinter;

beforeAll(async () => {
  printer = await LocalPrinter.open({ ...process.env, PLATEN_CHROMIUM: executablePath }, 2);
});
afterAll(() => printer.close());

async function serve(
  files: Readonly<Record<string, unknown>> = NOTE_PROJECT,
): Promise<DevServer & { directory: string }> {
  const directory = await folderWith(files);
  const server = await startDevServer({
    directory,
    printer,
    port: 0,
    onFault: (error) => {
      throw error;
    },
  });
  onTestFinished(() => server.close());
  return { ...server, directory };
}

async function view({ url }: DevServer, wish = ''): Promise<DevViewer> {
  const viewer = await DevViewer.open(url, wish);
  onTestFinished(() => viewer.close());
  return viewer;
}

const readText = async ({ url }: DevServer, id: number): Promise<string> => {
  const pdf = await openPdf(new Uint8Array(await (await fetch(`${url}prints/${id}.pdf`)).arrayBuffer()));
  return pdf.text(1);
};

test('a save shows the new PDF, and its pages as pictures', async () => {
  const server = await serve();
  const viewer = await view(server, 'template=note&sample=short');
  expect((await viewer.next('project')).templates).toEqual([
    { slug: 'note', name: 'Note', samples: ['long', 'short'], locales: [] },
  ]);
  const first = await viewer.next('print');
  expect(first).toMatchObject({ sample: 'short', filename: 'note-Ada.pdf', warnings: [] });
  expect(await readText(server, first.id)).toContain('Dear Ada,');

  await writeFiles(server.directory, { 'templates/note/template.hbs': 'Hello {{name}}' });
  const second = await viewer.next('print');
  expect(await readText(server, second.id)).toBe('Hello Ada');
  // The one before is kept, because the page may still load its pictures.
  expect(await readText(server, first.id)).toContain('Dear Ada,');

  const png = await fetch(`${server.url}prints/${second.id}/1.png?dpi=50`);
  expect(decodePng(new Uint8Array(await png.arrayBuffer())).width).toBe(Math.round((105 / 25.4) * 50));
  expect((await fetch(`${server.url}prints/${second.id}/2.png`)).status).toBe(404);
});

test('a mistake is shown with its place until it is mended, also one that makes the project unreadable', async () => {
  const server = await serve();
  const viewer = await view(server);
  await viewer.next('print');
  await writeFiles(server.directory, { 'templates/note/template.hbs': '<p>\n  {{#if name}}' });
  const { problems } = await viewer.next('problems');
  expect(problems).toMatchObject([{ file: 'templates/note/template.hbs', place: { line: 2 } }]);
  expect(problems[0]?.excerpt).toContain('  {{#if name}}');
  await writeFiles(server.directory, { 'templates/note/settings.json': '{ "name": ' });
  expect((await viewer.next('problems')).problems[0]?.text).toContain('settings.json: is not valid JSON');
  await writeFiles(server.directory, NOTE_PROJECT);
  expect((await viewer.next('print')).filename).toBe('note-Grace.pdf');
});

test('files that an editor replaces, new folders and deleted ones are seen', async () => {
  const server = await serve();
  const viewer = await view(server, 'template=note&sample=short');
  await viewer.next('print');
  await writeFiles(server.directory, { '.draft': 'Replaced {{name}}' });
  await rename(join(server.directory, '.draft'), join(server.directory, 'templates/note/template.hbs'));
  expect(await readText(server, (await viewer.next('print')).id)).toBe('Replaced Ada');

  await writeFiles(server.directory, {
    'templates/card/template.hbs': 'Card',
    'templates/card/settings.json': { name: 'Card' },
  });
  await expect.poll(async () => (await viewer.next('project')).templates.length).toBe(2);
  await rm(join(server.directory, 'templates/note'), { recursive: true });
  await expect.poll(async () => (await viewer.next('project')).templates.length).toBe(1);
});

test('a page of another site gets nothing', async () => {
  const { url } = await serve();
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const sent = request(url, { method, headers }).end();
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, body: await text(response) };
  };
  expect((await ask({})).body).toContain('<title>platen dev</title>');
  const foreign: Record<string, string>[] = [
    { host: 'evil.example' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) expect((await ask(headers)).status).toBe(403);
  expect((await ask({}, 'POST')).status).toBe(403);
  const page = await fetch(url);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const path of ['..%2fpackage.json', 'page/../../dev-server.ts', 'prints/1.pdf', 'prints/1/0.png'])
    expect((await fetch(url + path)).status).toBe(404);
});
