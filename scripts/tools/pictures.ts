/** Makes the pictures of the README from the running product. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Page } from 'playwright-core';
import { prepareLocalBrowser } from '../local/local-browser.ts';
import { createLocalWorkspace, EXAMPLE_DATA } from '../local/local-workspace.ts';
import { readPdf } from '../pdf/pdf-document.ts';
import { inProject } from '../project.ts';
import { type Service, startService } from '../local/service.ts';

const FOLDER = inProject('docs', 'pictures');
const WEBP_QUALITY = 82;

const PDF_WIDTH_PX = 900;
const WINDOW_PX = { width: 1360, height: 850 };

const OWNER = {
  'Your name': 'Ada Lovelace',
  Email: 'ada@example.com',
  Password: 'paper ink and patience',
  Workspace: 'Acme',
};

async function pictureOfPdf(service: Service): Promise<Buffer> {
  const { key, templateId } = await createLocalWorkspace(service, 'Pictures');
  const response = await fetch(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'application/pdf' },
    body: JSON.stringify({ templateId, templateData: JSON.parse(await readFile(EXAMPLE_DATA, 'utf8')) }),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return readPdf(new Uint8Array(await response.arrayBuffer()), async (document) => {
    const page = await document.getPage(1);
    const viewport = page.getViewport({ scale: PDF_WIDTH_PX / page.getViewport({ scale: 1 }).width });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    // pdf.js expects the browser's canvas type, which draws the same way.
    await page.render({ canvas: canvas as never, viewport }).promise;
    return canvas.encode('webp', WEBP_QUALITY);
  });
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
    'invoice.webp': await pictureOfPdf(service),
  };
  for (const [name, bytes] of Object.entries(pictures)) {
    await writeFile(join(FOLDER, name), bytes);
    console.log(`docs/pictures/${name}: ${Math.ceil(bytes.length / 1000)} kB`);
  }
} finally {
  await service.stop();
  await rm(stateDir, { recursive: true, force: true });
}
