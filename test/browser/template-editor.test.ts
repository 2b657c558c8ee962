import type { Page, Request } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import {
  createDraft,
  editor,
  HTML,
  openNewTemplate,
  openTab,
  openTemplate,
  previewIsCurrent,
  previewSays,
  previewText,
  type TemplateOptions,
  write,
} from './support/template-editor.ts';
import { variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

/** How long nobody must type before the preview is printed. */
const PAUSE_MS = 400;

const open = (options?: TemplateOptions): Promise<Page> => openNewTemplate(browser, team, options);

test('the preview follows the editor', async () => {
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

variation('the preview shows the warnings beside the PDF until they are mended', async () => {
  const page = await open({ content: '<p>Hello on {{today}}</p>' });
  const warnings = page.getByRole('list', { name: 'Warnings' });
  await warnings.getByText('The data has no "today"').waitFor();
  await write(page, HTML, '<p>Goodbye on {{formatDate (now)}}</p>');
  await previewSays(page, 'Goodbye on');
  await warnings.waitFor({ state: 'detached' });
});

const matchesPreview = (text: string) => (request: Request) =>
  request.url().endsWith('/preview') && (request.postData()?.includes(text) ?? false);

variation('the preview waits for a pause in typing', async () => {
  const page = await open();
  await write(page, HTML, '');
  await page.evaluate(() => {
    addEventListener('input', () => performance.mark('typed'), { capture: true });
    performance.clearResourceTimings();
  });
  await page.keyboard.type('One letter after another', { delay: 20 });
  await previewSays(page, 'One letter after another');
  const pauses = await page.evaluate(() => {
    const typed = performance.getEntriesByName('typed').map(({ startTime }) => startTime);
    const previews = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/preview'));
    return previews.map(({ startTime }) => startTime - Math.max(...typed.filter((at) => at <= startTime)));
  });
  // On a slow machine, two letters may be so far apart.
  expect(pauses.length).toBeGreaterThan(0);
  expect(Math.min(...pauses)).toBeGreaterThan(PAUSE_MS - 10);
});

variation('a late response never replaces a newer one', async () => {
  const page = await open();
  const held = Promise.withResolvers<void>();
  const firstRequest = Promise.withResolvers<void>();
  await page.route('**/preview', async (route) => {
    if (!route.request().postData()?.includes('The first')) return route.continue();
    firstRequest.resolve();
    const response = await route.fetch();
    await held.promise;
    // The page may have cancelled the request.
    return route.fulfill({ response }).catch(() => {});
  });

  const cancelled = page.waitForEvent('requestfailed', matchesPreview('The first'));
  await write(page, HTML, '<h1>The first</h1>');
  await firstRequest.promise;
  await page.getByText('Out of date').waitFor();
  await write(page, HTML, '<h1>The second</h1>');
  await previewSays(page, 'The second');
  await cancelled;
  held.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await previewIsCurrent(page);
  await expect.poll(() => previewText(page)).toContain('The second');
});

variation('an error is underlined while the last preview stays', async () => {
  const page = await open();
  await write(page, HTML, '<h1>Title</h1>\n<p>\n  {{#if paid}}yes\n</p>\n');
  await page.locator('.cm-line', { hasText: '{{#if paid}}' }).locator('.cm-lintRange-error').waitFor();
  await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['{{#if paid}}']);
  await page.getByRole('button', { name: /Line 3, column 3.*never closed/ }).waitFor();
  await page.getByText('Showing the last preview that worked.').waitFor();
  await expect.poll(() => previewText(page)).toContain('Hello');
  await page.getByRole('tab', { name: 'HTML has an error' }).waitFor();
  await inspectPage(page, 'template-mistake');

  await write(page, HTML, '<h1>Fixed</h1>');
  await previewSays(page, 'Fixed');
  await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(0);
});

variation('an error that occurs while printing is underlined', async () => {
  const page = await open({ settings: { header: { content: '<p>head</p>' } } });
  await openTab(page, 'Header');
  await write(page, 'HTML of the header', '<p>one</p>\n<p>{{currency 5 "NOPE"}}</p>');
  await page.getByRole('tab', { name: 'Header has an error' }).waitFor();
  const panel = page.getByRole('tabpanel', { name: /Header/ });
  await panel.locator('.cm-line', { hasText: 'NOPE' }).locator('.cm-lintRange-error').waitFor();
  await panel.getByRole('button', { name: /Line 2, column 4/ }).click();
  expect(
    await editor(page, 'HTML of the header').evaluate((element) => element === document.activeElement),
  ).toBe(true);
});

variation('invalid JSON is underlined and cannot be saved', async () => {
  const page = await open();
  await openTab(page, 'Data');
  await write(page, 'Sample data', '{"title": "Ada",\n "list": [1, }');
  await page.getByRole('button', { name: /Line 2/ }).waitFor();
  await page.getByText('The sample data is not valid JSON.').waitFor();
  await openTab(page, 'HTML');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Not saved. The JSON in this tab is not valid.').waitFor();
  await editor(page, 'Sample data').waitFor();
});

variation('completion offers helpers with an example, and paths of the data', async () => {
  const page = await open({
    sampleData: { customer: { name: 'Köhler' }, items: [{ title: 'Pen', price: 2.5 }] },
  });
  const option = (label: RegExp) => page.getByRole('listbox').getByRole('option').filter({ hasText: label });
  await write(page, HTML, '<p>');
  await page.keyboard.type('{{cust');
  await option(/^customer/).click();
  await page.keyboard.type('.');
  await option(/^name"Köhler"/).click();
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<p>{{customer.name}}');

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
  await expect.poll(() => editor(page, HTML).innerText()).toBe('{{#each items}}{{title}}{{/each}}');
});

variation('the page settings change the paper, and the filename is shown', async () => {
  const page = await open({ settings: { outputName: 'Statement {{title}}' } });
  await openTab(page, 'Page');
  await page.getByText('Statement Hello.pdf').waitFor();
  await page.getByRole('textbox', { name: 'Default filename' }).fill('{{title}} {{title}}');
  await page.getByText('Hello Hello.pdf').waitFor();

  const ratio = async () => {
    const box = await page.locator('[data-page]').first().boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  await expect.poll(ratio).toBeCloseTo(210 / 297, 2);
  await page.getByText('Landscape', { exact: true }).click();
  await expect.poll(ratio).toBeCloseTo(297 / 210, 2);
  await page.getByRole('combobox', { name: 'Format' }).selectOption('Custom');
  await page.getByText('Custom needs both').first().waitFor();
  await page.getByRole('textbox', { name: 'Width', exact: true }).fill('100');
  await page.getByRole('textbox', { name: 'Height', exact: true }).last().fill('50');
  // Landscape also rotates custom sizes.
  await expect.poll(ratio).toBeCloseTo(50 / 100, 2);
  await page.getByRole('checkbox', { name: 'As high as the content' }).check();
  // The height is now that of one line: the page is wider than it is high.
  await expect.poll(ratio).toBeGreaterThan(2);
  expect(await page.getByRole('radio', { name: 'Landscape' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Left' }).fill('95');
  await page.getByText(/Margins: left and right take/).waitFor();
  await page.getByRole('tab', { name: 'Page has an error' }).waitFor();
  await inspectPage(page, 'template-page');
});

variation('a warning about a footer leads to its field', async () => {
  const footer = [
    { pages: 'first', content: '<p>first</p>' },
    { content: '<div style="height: 30mm">tall</div>', height: 12 },
  ];
  const page = await open({
    content: '<p>one</p><p style="break-before: page">two</p>',
    settings: { footer },
  });
  const warning = page.getByRole('list', { name: 'Warnings' });
  await warning.getByText('The footer is cut: its content needs 30 mm, and it has 12 mm. Set').waitFor();
  await warning.getByRole('button', { name: 'Footer 2, Height' }).click();
  await page.getByRole('tab', { name: 'Footer', selected: true }).waitFor();
  const height = page.getByRole('textbox', { name: 'Height' });
  await expect.poll(() => height.evaluate((input) => input === document.activeElement)).toBe(true);
  await height.fill('30');
  await warning.waitFor({ state: 'detached' });
  await inspectPage(page, 'template-footers');
});

variation('a template has a header for each kind of page', async () => {
  const page = await open({ content: '<p>one</p><p style="break-before: page">two</p>' });
  await openTab(page, 'Header');
  await page.getByRole('switch', { name: 'Print a header' }).click();
  await write(page, 'HTML of the header', '<p>Short</p>');
  await page.getByRole('button', { name: 'Add another header' }).click();
  await write(page, 'HTML of the header 2', '<p>Letterhead</p>');
  await page.getByRole('combobox', { name: 'Pages' }).fill('first');
  await page.getByRole('combobox', { name: 'Header to edit' }).selectOption({ label: 'Header 1: all pages' });
  await page.getByRole('combobox', { name: 'Pages' }).fill('not-first');
  await expect.poll(() => previewText(page)).toMatch(/^one\s+Letterhead(?!.*Short.*two).*two\s+Short/s);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('combobox', { name: 'Header to edit' }).waitFor({ state: 'detached' });
});

variation('the header can be switched off', async () => {
  const page = await open({ settings: { header: { content: '<p>From the top</p>' }, margin: { top: 20 } } });
  await previewSays(page, 'From the top');
  await openTab(page, 'Header');
  await inspectPage(page, 'template-header');
  await page.getByRole('switch', { name: 'Print a header' }).click();
  await expect.poll(() => previewText(page)).not.toContain('From the top');
});

test('the editor can be entered and left with the keyboard', async () => {
  const page = await open();
  await page.getByRole('tab', { name: 'HTML' }).focus();
  await page.keyboard.press('Tab');
  const isInEditor = () => editor(page, HTML).evaluate((element) => element === document.activeElement);
  await expect.poll(isInEditor).toBe(true);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed');
  await expect.poll(() => editor(page, HTML).innerText()).toBe('  <h1>{{title}}</h1>typed');
  // Moving the cursor closes suggestions, which would use the first Escape.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect.poll(isInEditor).toBe(false);
  await expect.poll(() => editor(page, HTML).getAttribute('aria-describedby')).not.toBeNull();
});

variation('a change can be undone after another tab was open', async () => {
  const page = await openTemplate(browser, team, await createDraft(team, { content: '<h1>Before' }));
  await write(page, HTML, '<h1>After');
  await openTab(page, 'Data');
  await editor(page, 'Sample data').waitFor();
  await openTab(page, 'HTML');
  await editor(page, HTML).press('ControlOrMeta+z');
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>Before');
});

test('a click in the preview goes to the source, and the cursor shows its text in the preview', async () => {
  const content = `<h1>Statement</h1>\n${'<p>A line</p>\n'.repeat(60)}<p>Dear {{title}}</p>`;
  const page = await open({ content, settings: { footer: { content: '<p>Imprint</p>' } } });
  const shown = page.locator('.textLayer [data-shown]');
  await editor(page, HTML).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await expect.poll(() => shown.allInnerTexts()).toEqual(['Dear Hello']);

  await page.locator('[data-pdf-scroller]').evaluate((scroller) => scroller.scrollTo({ top: 0 }));
  await page.locator('.textLayer span', { hasText: 'Statement' }).click();
  const selected = () => page.evaluate(() => window.getSelection()?.toString());
  await expect.poll(selected).toBe('Statement');
  await page.locator('.textLayer span', { hasText: 'Imprint' }).first().click();
  await page.getByRole('tab', { name: 'Footer', selected: true }).waitFor();
  await expect.poll(selected).toBe('Imprint');
});
