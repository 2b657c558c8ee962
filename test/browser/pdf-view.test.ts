import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { TemplateSettings } from '../../schema/api/pdf-options.ts';
import { useBrowser } from './support/browser.ts';
import { createTeam, type Team } from './support/people.ts';
import {
  createDraft,
  type OpenOptions,
  openTemplate,
  previewIsCurrent,
  previewSays,
  previewText,
  write,
} from './support/template-editor.ts';
import { variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const pages = (count: number, word = 'Sheet') =>
  `{{#each (range 1 ${count})}}<h1 style="break-after: page">${word} {{this}}</h1>{{/each}}`;

async function openPages(
  count: number,
  settings: TemplateSettings = {},
  options: OpenOptions = {},
): Promise<Page> {
  const templateId = await createDraft(team, { content: pages(count), settings });
  const page = await openTemplate(browser, team, templateId, options);
  await previewSays(page, 'Sheet 1');
  await previewIsCurrent(page);
  return page;
}

const scroller = (page: Page) => page.getByRole('region', { name: 'Preview of Statement' });
const sheet = (page: Page, number: number) => page.locator(`[data-page="${number}"]`);

/** The limit of Safari on iOS. */
const MAX_CANVAS_PX = 16_777_216;

test('only visible pages are drawn', async () => {
  const page = await openPages(500);
  await page.getByText('Page 1 of 500').waitFor();
  await expect.poll(() => page.locator('[data-page]').count()).toBe(500);
  expect(await page.locator('[data-page] canvas').count()).toBeLessThan(8);

  await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await previewSays(page, 'Sheet 500');
  await page.getByText('Page 500 of 500').waitFor();
  await expect.poll(() => page.locator('[data-page] canvas').count()).toBeLessThan(8);
  await expect.poll(() => sheet(page, 1).locator('canvas').count()).toBe(0);
});

variation('buttons turn and zoom the pages and keep the position', async () => {
  const page = await openPages(9);
  for (const number of [2, 3]) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`Page ${number} of 9`).waitFor();
  }
  const measureWidth = async () => (await sheet(page, 3).boundingBox())?.width ?? 0;
  const fitting = await measureWidth();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByText('75%').waitFor();
  await expect.poll(measureWidth).toBeCloseTo((210 / 25.4) * 96 * 0.75, 0);
  await page.getByText('Page 3 of 9').waitFor();
  await page.getByRole('button', { name: 'Fit width' }).click();
  await expect.poll(measureWidth).toBeCloseTo(fitting, 0);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText('Page 2 of 9').waitFor();
});

variation('a new PDF keeps the scroll position', async () => {
  const page = await openPages(9);
  await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await previewSays(page, 'Sheet 5');
  const topBefore = await scroller(page).evaluate((element) => element.scrollTop);
  // The page must not flicker while the new one is drawn.
  await sheet(page, 5).evaluate((element) => {
    new MutationObserver(() => {
      if (element.querySelector('canvas') === null) element.dataset.flickered = 'yes';
    }).observe(element, { childList: true });
  });
  await write(page, 'HTML of the document', pages(9, 'Leaf'));
  await previewSays(page, 'Leaf 5');
  await expect.poll(() => scroller(page).evaluate((element) => element.scrollTop)).toBe(topBefore);
  await expect.poll(() => sheet(page, 5).getAttribute('data-flickered')).toBeNull();
  await expect.poll(() => previewText(page)).not.toContain('Sheet');
});

variation('no canvas exceeds the limit of phones', async () => {
  const page = await openPages(1, { format: 'A3' }, { pixelRatio: 1 });
  const larger = page.getByRole('button', { name: 'Zoom in' });
  while (await larger.isEnabled()) await larger.click();
  await page.getByText('400%').waitFor();
  const size = () =>
    page.locator('[data-page] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width * canvas.height);
  await expect.poll(size).toBeGreaterThan(4_000_000);
  expect(await size()).toBeLessThanOrEqual(MAX_CANVAS_PX);
});

variation('the text of a page is selectable and lies above its picture', async () => {
  const page = await openPages(1);
  await page.getByRole('group', { name: 'Page 1 of 1' }).waitFor();
  const text = sheet(page, 1).getByText('Sheet 1');
  const [word, paper] = [await text.boundingBox(), await sheet(page, 1).boundingBox()];
  // 28 px of bold text at the left edge of the paper.
  expect((word?.x ?? 0) - (paper?.x ?? 0)).toBeLessThan(20);
  expect((word?.width ?? 0) / (paper?.width ?? 1)).toBeGreaterThan(0.08);
  await text.dblclick();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim())).toBe('Sheet');
});
