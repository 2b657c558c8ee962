import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { chooseAction, waitForPage } from './support/actions.ts';
import { useBrowser, visit } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { createTemplate } from './support/printing.ts';
import {
  createDraft,
  editor,
  HTML,
  openTab,
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

const SOURCE = 'Handlebars of the partial';

variation(
  'a member saves a partial, sees what would change in each template, and publishes them again',
  async () => {
    const page = await browser.open(`/w/${team.workspaceId}/partials`, { as: team.member });
    await page.getByRole('heading', { name: 'No partials yet' }).waitFor();
    await page.getByRole('button', { name: 'New partial' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('footer');
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForPage(page, 'footer');
    await editor(page, SOURCE).waitFor();
    await write(page, SOURCE, '<footer>Thank you</footer>');
    await previewSays(page, 'Thank you');
    await inspectPage(page, 'partial-editor');
    // A user who comes back to the window still has the text.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The partial was saved.').waitFor();
    await expect.poll(() => editor(page, SOURCE).innerText()).toContain('Thank you');

    const letter = await createTemplate(team, 'Letter', '<h1>Letter</h1>{{> footer}}');
    await createTemplate(team, 'Same', '<h1>Same</h1>{{#if never}}{{> footer}}{{/if}}');
    await write(page, SOURCE, '<footer>Many thanks</footer>');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Version 2').waitFor();
    await openTab(page, 'Used by');
    await page.getByText('2 published templates print an older version').waitFor();
    await page.getByRole('button', { name: 'Compare all' }).click();
    await page.getByRole('row', { name: /Letter .*1 page differs/ }).waitFor();
    await page.getByRole('row', { name: /Same .*Prints the same/ }).waitFor();
    await inspectPage(page, 'partial-uses');
    await chooseAction(page, 'Letter', 'Compare');
    await page.getByRole('heading', { name: /Page 1: .* of its pixels differ/ }).waitFor();
    await expect.poll(() => page.getByRole('dialog').locator('canvas').count()).toBe(3);
    await inspectPage(page, 'partial-compare');
    await page.keyboard.press('Escape');

    // A save ends the comparisons with the version before.
    await openTab(page, 'Handlebars');
    await write(page, SOURCE, '<footer>Many thanks!</footer>');
    await openTab(page, 'Used by');
    await page.getByRole('button', { name: 'Compare all' }).click();
    await page.getByRole('row', { name: /Letter .*1 page differs/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Version 3').waitFor();
    await expect.poll(() => page.getByText('1 page differs').count()).toBe(0);

    await page.getByRole('button', { name: 'Publish all again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
    await page.getByText('All published templates print the newest version.').waitFor();
    const { data } = await team.owner.client.expect(
      z.object({ data: z.object({ publishedVersion: z.int(), pins: z.array(z.unknown()) }) }),
      'GET',
      `/workspaces/${team.workspaceId}/templates/${letter}`,
    );
    expect(data).toMatchObject({ publishedVersion: 2, pins: [{ name: 'footer', version: 3 }] });

    await openTab(page, 'Versions');
    await page.getByRole('tabpanel', { name: 'Versions' }).getByText('Many thanks!').first().waitFor();
    await inspectPage(page, 'partial-versions');
  },
);

test('the editor of a partial shows its text in a template before it is saved', async () => {
  const path = `/workspaces/${team.workspaceId}/partials`;
  await team.owner.client.expect(z.unknown(), 'PUT', `${path}/greeting`, { content: 'Hello {{name}}' });
  const content = '<h1>Letter</h1>{{> greeting}}';
  const sampleData = { name: 'Ada' };
  await createDraft(team, { name: 'Letter', content, sampleData });
  const page = await browser.open(`/w/${team.workspaceId}/partials/greeting`, {
    as: team.owner,
    width: 1440,
  });
  await previewSays(page, 'Hello Ada');
  await write(page, SOURCE, 'Dear {{name}}');
  await previewSays(page, 'Dear Ada');
  expect(await previewText(page)).toContain('Letter');

  await page.getByRole('combobox', { name: 'Template of the preview' }).selectOption('This partial alone');
  await expect.poll(() => previewText(page)).toMatch(/^Dear\s*$/);
  await write(page, SOURCE, 'Dear {{#if');
  await page.getByText('Showing the last preview that worked.').waitFor();

  await page.setViewportSize({ width: 800, height: 900 });
  await write(page, SOURCE, 'Dear Grace');
  await openTab(page, 'Preview');
  await previewSays(page, 'Dear Grace');
});

variation('the editor of a template completes partials and links to them', async () => {
  const path = `/workspaces/${team.workspaceId}/partials`;
  await team.owner.client.expect(z.unknown(), 'PUT', `${path}/letterhead`, { content: '<b>ACME</b>' });
  const templateId = await createTemplate(team, 'Letter', '{{> letterhead}}');
  const page = await browser.newTab({ as: team.owner });
  const typed = Promise.withResolvers<void>();
  await page.route('**/partials?*', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await visit(page, `/w/${team.workspaceId}/templates/${templateId}`);
  await page.getByRole('link', { name: 'letterhead' }).waitFor();
  await editor(page, HTML).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('{{> lett');
  // The editor asks for suggestions 100 ms after a key. The names arrive later.
  setTimeout(() => typed.resolve(), 500);
  await page.getByRole('option', { name: /letterhead/ }).click();
  await expect.poll(() => editor(page, HTML).innerText()).toContain('{{> letterhead}}{{> letterhead}}');
  await editor(page, HTML).getByText('letterhead').first().hover();
  await page.getByRole('link', { name: 'Open the partial “letterhead”' }).waitFor();
});
