import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { inspectPdf } from '../support/pdf.ts';
import { chooseAction, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { createKey } from './support/printing.ts';
import {
  createDraft,
  editor,
  HTML,
  openNewTemplate,
  openTab,
  openTemplate,
  previewIsCurrent,
  previewSays,
  write,
} from './support/template-editor.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const choose = async (page: Page, item: string) => {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('the page of a template leads to the API: id, code with the sample data, playground', LONG, async () => {
  const templateId = await createDraft(team, { publish: true });
  const key = await createKey(team, 'test');
  const page = await openTemplate(browser, team, templateId);
  await button(page, 'Copy ID').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(templateId);

  await openTab(page, 'Data');
  await write(page, 'Sample data', '{"title": "Good morning"}');
  await button(page, 'Use in API').click();
  const dialog = page.getByRole('dialog', { name: 'Use in API' });
  await dialog.getByText('The API prints version 1').waitFor();
  await dialog.getByRole('tab', { name: 'Python' }).click();
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`"templateId": "${templateId}"`);
  expect(code).toContain('"title": "Good morning"');
  await inspectPage(page, 'template-use-in-api');

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Saved as version 1').waitFor();
  await button(page, 'Use in API').click();
  await dialog.getByRole('button', { name: 'Open in playground' }).click();
  await waitForPage(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('200 OK').waitFor();
  await page.getByText('Good morning').last().waitFor();
});

/** Returns whether a pixel of the page in the preview is not white. */
const isDrawnOn = (page: Page) =>
  page
    .locator('[data-page] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return pixels.some((value) => value < 250);
    });

variation('the preview has no mark, its download has a line at the foot, and it can be large', async () => {
  const page = await openNewTemplate(browser, team, { content: '<p>&nbsp;</p>' });
  await page.locator('[data-page] canvas').first().waitFor();
  await expect.poll(() => isDrawnOn(page)).toBe(false);
  await write(page, HTML, '<p style="background: #000">&nbsp;</p>');
  await expect.poll(() => isDrawnOn(page)).toBe(true);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('Statement.pdf');
  expect((await inspectPdf(await readFile(await download.path()))).text).toMatch(
    /^\s*Preview of Statement · .+/,
  );

  await button(page, 'Full screen').click();
  const large = page.getByRole('dialog', { name: 'Statement' });
  await large.locator('canvas').first().waitFor();
  await inspectPage(page, 'template-large-preview');
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
});

variation('a version is saved and published with a note', async () => {
  const page = await openTemplate(browser, team, await createDraft(team), { as: 'member' });
  await write(page, HTML, '<h1>Second</h1>');
  await choose(page, 'Save with a note');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('New heading,\nas Ada asked');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Saved as version 2').waitFor();
  await openTab(page, 'Versions');
  await page.getByRole('row', { name: /^2 .*New heading,\s+as Ada asked/ }).waitFor();

  await chooseAction(page, 'version 2', 'Publish this version');
  const note = dialog.getByRole('textbox', { name: 'Note' });
  expect(await note.inputValue()).toBe('New heading,\nas Ada asked');
  await note.fill('Approved');
  await inspectPage(page, 'template-publish-note');
  await dialog.getByRole('button', { name: 'Publish this version' }).click();
  await page.getByRole('row', { name: /^2 .*Published.*Approved/ }).waitFor();
});

variation('a template is duplicated with its sample data', async () => {
  const page = await openTemplate(browser, team, await createDraft(team, { settings: { format: 'A5' } }));
  await choose(page, 'Duplicate');
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
  await waitForPage(page, 'Copy of Statement');
  await previewSays(page, 'Hello');
  await page.getByText('Draft, not published').waitFor();
  await openTab(page, 'Page');
  expect(await page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('A5');
});

variation('settings that few templates need are under Advanced, and a warning opens it', async () => {
  const page = await openNewTemplate(browser, team, {
    settings: { metadata: { title: '{{heading}}' } },
  });
  await openTab(page, 'Page');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect.poll(() => title.isVisible()).toBe(false);
  await inspectPage(page, 'template-page-first');
  await page.getByRole('list', { name: 'Warnings' }).getByRole('button', { name: 'Page, Metadata' }).click();
  await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true);

  await page.getByRole('switch', { name: 'Footer', exact: true }).click();
  await button(page, 'Edit footer').click();
  await write(page, 'HTML of the footer', '<p>At the end</p>');
  await previewSays(page, 'At the end');
});

variation('a warning about a name leads to its line', async () => {
  const page = await openNewTemplate(browser, team, {
    content: '<p>one</p>\n<p>two</p>\n<p>{{missing}}</p>',
  });
  await openTab(page, 'Page');
  await page.getByRole('list', { name: 'Warnings' }).getByRole('button', { name: 'HTML' }).click();
  await expect.poll(() => page.locator('.cm-activeLine').first().innerText()).toBe('<p>{{missing}}</p>');
  await page.keyboard.type('un');
  await expect.poll(() => editor(page, HTML).innerText()).toContain('<p>{{unmissing}}</p>');
});

variation('at 1,024 px the HTML and the preview are side by side', async () => {
  const page = await openTemplate(browser, team, await createDraft(team), { width: 1024, height: 768 });
  await previewIsCurrent(page);
  await previewSays(page, 'Hello');
  await editor(page, HTML).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  await inspectPage(page, 'template-1024');
});

variation('a close tag that the user types is there once', async () => {
  const page = await openNewTemplate(browser, team);
  await write(page, HTML, '');
  await page.keyboard.type('<div><p>Hello</p></div>');
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<div><p>Hello</p></div>');
});

variation('after a reload, no heading has the focus', async () => {
  const page = await openTemplate(browser, team, await createDraft(team));
  await page.reload();
  await editor(page, HTML).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});
