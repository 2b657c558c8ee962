import type { Page, Request } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newTeam, type Team } from './support/people.ts';
import {
  editorOf,
  newTemplate,
  openTab,
  openTemplate,
  previewIsCurrent,
  previewSays,
  previewText,
  write,
} from './support/template-editor.ts';

const HTML = 'HTML of the document';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await newTeam();
});

const open = async (options: Parameters<typeof newTemplate>[1] = {}): Promise<Page> => {
  const page = await openTemplate(browser, team, await newTemplate(team, options));
  await previewIsCurrent(page);
  return page;
};

test('the PDF follows what is typed', async () => {
  const page = await open();
  await previewSays(page, 'Hello');
  await write(page, HTML, '<h1>Good evening, {{title}}</h1>');
  await page.getByText('Unsaved changes').waitFor();
  await previewSays(page, 'Good evening, Hello');
  await openTab(page, 'Data');
  await write(page, 'Sample data', '{"title": "Ada"}');
  await previewSays(page, 'Good evening, Ada');
  await previewIsCurrent(page);
  await page.getByText(/^Printed in/).waitFor();
});

const isPreviewOf = (text: string) => (request: Request) =>
  request.url().endsWith('/preview') && (request.postData()?.includes(text) ?? false);

test('the preview waits until typing pauses', async () => {
  const page = await open();
  let asked = 0;
  page.on('request', (request) => {
    if (isPreviewOf('')(request)) asked += 1;
  });
  await write(page, HTML, '');
  await page.keyboard.type('One letter after another', { delay: 20 });
  await previewSays(page, 'One letter after another');
  expect(asked).toBe(1);
});

test('an answer that is late is never shown in the place of a newer one', async () => {
  const page = await open();
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = (): void => {};
  const firstAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await page.route('**/preview', async (route) => {
    if (!route.request().postData()?.includes('The first')) return route.continue();
    asked();
    const response = await route.fetch();
    await held;
    // The page may have hung up: then there is nobody to answer.
    return route.fulfill({ response }).catch(() => {});
  });

  const cancelled = page.waitForEvent('requestfailed', isPreviewOf('The first'));
  await write(page, HTML, '<h1>The first</h1>');
  await firstAsked;
  await page.getByText('Out of date').waitFor();
  await write(page, HTML, '<h1>The second</h1>');
  await previewSays(page, 'The second');
  await cancelled;
  letGo();
  await page.unrouteAll({ behavior: 'wait' });
  await previewIsCurrent(page);
  await expect.poll(() => previewText(page)).toContain('The second');
});

test('a mistake is underlined in its line while the last PDF stays', async () => {
  const page = await open();
  await write(page, HTML, '<h1>Title</h1>\n<p>\n  {{#if paid}}yes\n</p>\n');
  await page.locator('.cm-line', { hasText: '{{#if paid}}' }).locator('.cm-lintRange-error').waitFor();
  await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['{{#if paid}}']);
  await page.getByRole('button', { name: /Line 3, column 3.*never closed/ }).waitFor();
  await page.getByText('What you see is the last preview that worked.').waitFor();
  await expect.poll(() => previewText(page)).toContain('Hello');
  await page.getByRole('tab', { name: 'HTML has a mistake' }).waitFor();
  await inspectPage(page, 'template-mistake');

  await write(page, HTML, '<h1>Mended</h1>');
  await previewSays(page, 'Mended');
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
});

test('a mistake that shows only while printing is underlined in the header', async () => {
  const page = await open({ settings: { header: { content: '<p>head</p>' } } });
  await openTab(page, 'Header');
  await write(page, 'HTML of the header', '<p>one</p>\n<p>{{currency 5 "NOPE"}}</p>');
  await page.getByRole('tab', { name: 'Header has a mistake' }).waitFor();
  const panel = page.getByRole('tabpanel', { name: /Header/ });
  await panel.locator('.cm-line', { hasText: 'NOPE' }).locator('.cm-lintRange-error').waitFor();
  await panel.getByRole('button', { name: /Line 2, column 4/ }).click();
  expect(
    await editorOf(page, 'HTML of the header').evaluate((element) => element === document.activeElement),
  ).toBe(true);
});

test('data that is no JSON is underlined, and cannot be saved', async () => {
  const page = await open();
  await openTab(page, 'Data');
  await write(page, 'Sample data', '{"title": "Ada",\n "list": [1, }');
  await page.getByRole('button', { name: /Line 2/ }).waitFor();
  await page.getByText('The sample data is not JSON yet.').waitFor();
  await openTab(page, 'HTML');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Not saved: the JSON in this tab is not finished.').waitFor();
  await editorOf(page, 'Sample data').waitFor();
});

test('completion offers helpers with their example, and the paths of the data', async () => {
  const page = await open({
    sampleData: { customer: { name: 'Köhler' }, items: [{ title: 'Pen', price: 2.5 }] },
  });
  const option = (label: RegExp) => page.getByRole('listbox').getByRole('option').filter({ hasText: label });
  await write(page, HTML, '<p>');
  await page.keyboard.type('{{cust');
  await option(/^customer/).click();
  await page.keyboard.type('.');
  await option(/^name"Köhler"/).click();
  expect(await editorOf(page, HTML).innerText()).toBe('<p>{{customer.name}}');

  await write(page, HTML, '');
  await page.keyboard.type('{{curr');
  await option(/^currency$/).waitFor();
  await page.getByText('{{currency price "EUR"}} → €1,234.50').waitFor();

  await write(page, HTML, '');
  await page.keyboard.type('{{#ea');
  await option(/^each$/).click();
  await option(/^items/).click();
  await page.keyboard.press('Tab');
  await page.keyboard.type('{{ti');
  await option(/^title"Pen"/).click();
  expect(await editorOf(page, HTML).innerText()).toBe('{{#each items}}{{title}}{{/each}}');
});

test('the settings of the page change the paper, and the name of the file is told at once', async () => {
  const page = await open({ settings: { outputName: 'Statement {{title}}' } });
  await openTab(page, 'Page');
  await page.getByText('Statement Hello.pdf').waitFor();
  await page.getByRole('textbox', { name: 'Name of the file' }).fill('{{title}} {{title}}');
  await page.getByText('Hello Hello.pdf').waitFor();

  const ratio = async () => {
    const box = await page.locator('[data-page]').first().boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  await expect.poll(ratio).toBeCloseTo(210 / 297, 2);
  await page.getByText('Landscape', { exact: true }).click();
  await expect.poll(ratio, { timeout: 20_000 }).toBeCloseTo(297 / 210, 2);
  await page.getByRole('combobox', { name: 'Format' }).selectOption('Custom');
  await page.getByText('Custom needs both').first().waitFor();
  await page.getByRole('textbox', { name: 'Width' }).fill('100');
  await page.getByRole('textbox', { name: 'Height', exact: true }).last().fill('50');
  // Landscape turns the custom paper too.
  await expect.poll(ratio, { timeout: 20_000 }).toBeCloseTo(50 / 100, 2);
  await page.getByRole('textbox', { name: 'Left' }).fill('60');
  await page.getByText(/Margins: left and right take/).waitFor();
  await page.getByRole('tab', { name: 'Page has a mistake' }).waitFor();
  await inspectPage(page, 'template-page');
});

test('header and footer are switched and measured beside their texts', async () => {
  const page = await open({ settings: { header: { content: '<p>From the top</p>' }, margin: { top: 20 } } });
  await previewSays(page, 'From the top');
  await openTab(page, 'Header');
  await inspectPage(page, 'template-header');
  await page.getByRole('switch', { name: 'Print a header' }).click();
  await expect.poll(() => previewText(page), { timeout: 20_000 }).not.toContain('From the top');
});

test('a reader with a keyboard alone gets into the editor and out of it', async () => {
  const page = await open();
  await page.getByRole('tab', { name: 'HTML' }).focus();
  await page.keyboard.press('Tab');
  const isInEditor = () => editorOf(page, HTML).evaluate((element) => element === document.activeElement);
  await expect.poll(isInEditor).toBe(true);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed');
  expect(await editorOf(page, HTML).innerText()).toBe('  <h1>{{title}}</h1>typed');
  // A suggestion that is on its way takes the first Escape: moving on ends it.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect.poll(isInEditor).toBe(false);
  expect(await editorOf(page, HTML).getAttribute('aria-describedby')).not.toBeNull();
});
