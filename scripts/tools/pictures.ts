/** Makes the pictures of the README from the running product. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { chromium, type Page } from 'playwright-core';
import { prepareLocalBrowser } from '../local/local-browser.ts';
import { createLocalWorkspace, EXAMPLE_DATA } from '../local/local-workspace.ts';
import { readStarter } from '../generate/read-starter.ts';
import { readPdf } from '../pdf/pdf-document.ts';
import { inProject } from '../project.ts';
import { type Service, startService } from '../local/service.ts';

const FOLDER = inProject('docs', 'pictures');
const WEBP_QUALITY = 82;

const PDF_WIDTH_PX = 900;

/** The contents, two pages of a chapter, and the index. */
const BOOK_PAGES = [3, 7, 8, 13];
const BOOK_PAGE_WIDTH_PX = 450;
const GAP_PX = 8;

const WINDOW_PX = { width: 1360, height: 850 };

const OWNER = {
  'Your name': 'Ada Lovelace',
  Email: 'ada@example.com',
  Password: 'paper ink and patience',
  Workspace: 'Acme',
};

async function picturesOfPdfs(service: Service): Promise<Readonly<Record<string, Buffer>>> {
  const { key, templateId } = await createLocalWorkspace(service, 'Pictures');
  const templateData: unknown = JSON.parse(await readFile(EXAMPLE_DATA, 'utf8'));
  const { content, settings, data, assets } = await readStarter('book');
  for (const { name, content: body } of assets.values())
    await send(service, key, 'PUT', `/v1/assets/${name}`, { body });
  const book = await send(service, key, 'POST', '/v1/templates', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Book', content, settings, publish: true }),
  });
  const { data: bookTemplate } = (await book.json()) as { readonly data: { readonly id: string } };
  const bookRequest = { templateId: bookTemplate.id, templateData: data };
  return {
    'invoice.webp': await drawPages(
      await generate(service, key, { templateId, templateData }),
      [1],
      PDF_WIDTH_PX,
    ),
    'book.webp': await drawPages(await generate(service, key, bookRequest), BOOK_PAGES, BOOK_PAGE_WIDTH_PX),
  };
}

async function generate(service: Service, key: string, body: object): Promise<Uint8Array> {
  const response = await send(service, key, 'POST', '/v1/pdf/generate', {
    headers: { 'Content-Type': 'application/json', Accept: 'application/pdf' },
    body: JSON.stringify(body),
  });
  return response.bytes();
}

async function send(
  service: Service,
  key: string,
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body: BodyInit },
): Promise<Response> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...headers },
    body,
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Draws pages of the same size side by side. */
const drawPages = (pdf: Uint8Array, numbers: readonly number[], widthPx: number): Promise<Buffer> =>
  readPdf(pdf, async (document) => {
    const pages = await Promise.all(numbers.map((number) => drawPage(document, number, widthPx)));
    const height = Math.max(...pages.map((page) => page.height));
    const canvas = createCanvas((widthPx + GAP_PX) * pages.length - GAP_PX, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#d5d3ce';
    context.fillRect(0, 0, canvas.width, height);
    for (const [index, page] of pages.entries()) context.drawImage(page, index * (widthPx + GAP_PX), 0);
    return canvas.encode('webp', WEBP_QUALITY);
  });

async function drawPage(document: PDFDocumentProxy, number: number, widthPx: number): Promise<Canvas> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: widthPx / page.getViewport({ scale: 1 }).width });
  const canvas = createCanvas(widthPx, Math.round(viewport.height));
  // pdf.js expects the browser's canvas type, which draws the same way.
  await page.render({ canvas: canvas as never, viewport }).promise;
  return canvas;
}

async function pictureOfDashboard(service: Service): Promise<Buffer> {
  const { executablePath } = await prepareLocalBrowser();
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: WINDOW_PX, locale: 'en-GB', reducedMotion: 'reduce' });
    await page.goto(`${service.url}/dashboard/`);
    await setUp(page);
    await openStarter(page);
    return await toWebp(await page.screenshot());
  } finally {
    await browser.close();
  }
}

async function setUp(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(OWNER)) {
    await page.getByRole('textbox', { name: label }).fill(value);
  }
  await page.getByRole('button', { name: 'Create account and workspace' }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
}

async function openStarter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Choose a starter' }).click();
  await page.getByRole('radio', { name: /^Invoice:/ }).click();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.locator('[data-preview=current]').waitFor();
  await page.locator('[data-page] .textLayer').getByText('Invoice').first().waitFor();
}

async function toWebp(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.encode('webp', WEBP_QUALITY);
}

const stateDir = await mkdtemp(join(tmpdir(), 'platen-pictures-'));
const service = await startService({
  stateDir,
  port: 0,
  buildsPages: true,
  onError: (line) => console.error(line),
});
try {
  await mkdir(FOLDER, { recursive: true });
  // First, because the new owner becomes a member of every workspace that exists.
  const pictures = {
    'dashboard.webp': await pictureOfDashboard(service),
    ...(await picturesOfPdfs(service)),
  };
  for (const [name, bytes] of Object.entries(pictures)) {
    await writeFile(join(FOLDER, name), bytes);
    console.log(`docs/pictures/${name}: ${Math.ceil(bytes.length / 1000)} kB`);
  }
} finally {
  await service.stop();
  await rm(stateDir, { recursive: true, force: true });
}
