import { expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { SVG } from '../support/protected-routes.ts';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam } from './support/people.ts';
import { createTemplate } from './support/printing.ts';
import { LONG } from '../support/thorough.ts';

const browser = useBrowser();

const FONT = inProject('dashboard/public/fonts/source-serif-4-latin-600.woff2');

const LOGO = SVG.replace('/>', '><circle r="6" cx="4" cy="4" fill="#c00"/></svg>');

test('a member uploads a picture and a font, and sees which templates use them', LONG, async () => {
  const team = await createTeam();
  const page = await browser.open(`/w/${team.workspaceId}/assets`, { as: team.member });
  await page.getByRole('heading', { name: 'No assets yet' }).waitFor();
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'Our logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) },
    { name: 'broken.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="x"/>') },
  ]);
  await page.getByText('broken.svg was not uploaded').waitFor();
  await page.locator('input[type="file"]').setInputFiles(FONT);
  await waitForPage(page, 'Assets');
  await page
    .getByRole('row', { name: /source-serif-4-latin-600.woff2 WOFF2 font Source Serif 4, 600/ })
    .waitFor();
  await inspectPage(page, 'assets');

  await createTemplate(team, 'Letter', '<h1 style="font-family: Source Serif 4">Letter</h1>');
  await page.getByRole('button', { name: 'source-serif-4-latin-600.woff2' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('row', { name: /Letter Version 1 Version 1 1/ }).waitFor();
  await expect.poll(() => drawer.locator('[data-state="shown"]').count()).toBe(1);
  await inspectPage(page, 'asset-font');
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete asset' }).click();
  await page.getByText('Templates use the asset or partial.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Our-logo.svg' }).click();
  await drawer.getByText('No template uses it.').waitFor();
  const width = () =>
    drawer
      .getByRole('img', { name: 'The picture Our-logo.svg' })
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(width).toBe(8);
  await inspectPage(page, 'asset-picture');
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete asset' }).click();
  await page.getByText('Our-logo.svg was deleted.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Our-logo.svg' }).count()).toBe(0);
});
