import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chooseAction, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { expectAccessible, inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { callApi, createKey } from './support/printing.ts';
import {
  createDraft,
  editor,
  HTML,
  openTab,
  openTemplate,
  previewIsCurrent,
  write,
} from './support/template-editor.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
let templateId: string;
beforeEach(async () => {
  team = await createTeam();
  templateId = await createDraft(team, { content: '<h1>The beginning</h1>' });
});

const open = (as: 'owner' | 'member' = 'member'): Promise<Page> =>
  openTemplate(browser, team, templateId, { as });

async function save(page: Page, version: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(`Saved as version ${version}`).waitFor();
}

test('a member saves by keyboard and publishes the version for the API', async () => {
  const key = await createKey(team, 'test');
  expect((await callApi(key, { templateId })).status).toBe(404);
  const page = await open();
  await write(page, HTML, '<h1>Second thoughts</h1>');
  await save(page, 2);
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 published', { exact: true }).waitFor();
  expect((await callApi(key, { templateId })).status).toBe(200);
  await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
});

variation('publishing saves unsaved changes', async () => {
  const page = await open();
  await write(page, HTML, '<h1>At once</h1>');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 published', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>At once</h1>');
});

describe('a template that someone else saved while it was open', () => {
  const theirs = (content: string) =>
    team.admin.client.expect(z.unknown(), 'PUT', `/workspaces/${team.workspaceId}/templates/${templateId}`, {
      content,
      publish: false,
    });

  const dialog = (page: Page) => page.getByRole('dialog', { name: '“Statement” was changed elsewhere' });

  test('is not overwritten: the dialog loads the saved version, or keeps both', LONG, async () => {
    const page = await open();
    await theirs('<h1>Theirs</h1>');
    await write(page, HTML, '<h1>Mine</h1>');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await dialog(page).getByText('It is now at version 2').waitFor();
    await inspectPage(page, 'template-conflict');
    await dialog(page).getByRole('button', { name: 'Keep my version' }).click();
    await page.getByText('Your version was saved as version 3').waitFor();

    await theirs('<h1>Theirs again</h1>');
    await write(page, HTML, '<h1>Mine again</h1>');
    await page.keyboard.press('ControlOrMeta+s');
    await dialog(page).getByRole('button', { name: 'Decide later' }).click();
    await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>Mine again</h1>');
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog(page).getByRole('button', { name: 'Load saved version' }).click();
    await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>Theirs again</h1>');
    await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);

    await openTab(page, 'Versions');
    for (const version of [1, 2, 3, 4]) {
      await page.getByRole('row', { name: new RegExp(`^${version} .*Draft`) }).waitFor();
    }
  });

  variation('is renamed after the saved version was loaded', async () => {
    const page = await open();
    await theirs('<h1>Theirs</h1>');
    const rename = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Receipt');
      await page.getByRole('button', { name: 'Rename' }).click();
    };
    await rename();
    await dialog(page).getByRole('button', { name: 'Load saved version' }).click();
    await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>Theirs</h1>');
    await rename();
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    await write(page, HTML, '<h1>After</h1>');
    await save(page, 3);
  });
});

variation('a draft can be saved after an older version was published', async () => {
  const page = await open();
  await write(page, HTML, '<h1>Second</h1>');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 published', { exact: true }).waitFor();
  await openTab(page, 'Versions');
  await chooseAction(page, 'version 1', 'Publish this version');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish this version' }).click();
  await page.getByText('Version 1 published, newest is 2').waitFor();
  await page.getByRole('row', { name: /^2 .*Previously published/ }).waitFor();
  await openTab(page, 'HTML');
  await write(page, HTML, '<h1>Third</h1>');
  await save(page, 3);
});

variation('sample data is saved without a new version', async () => {
  const page = await open();
  await openTab(page, 'Data');
  await write(page, 'Sample data', '{"title": "Kept"}');
  await save(page, 1);
  await page.reload();
  await openTab(page, 'Data');
  await expect.poll(() => editor(page, 'Sample data').innerText()).toContain('"Kept"');
});

variation('versions are compared, restored as a new draft, and published again', async () => {
  const page = await open();
  await write(page, HTML, '<h1>The beginning</h1>\n<p>and more</p>');
  await save(page, 2);
  await openTab(page, 'Page');
  await page.getByText('Landscape', { exact: true }).click();
  await save(page, 3);

  await openTab(page, 'Versions');
  await page.getByRole('row', { name: /^3 .*Draft/ }).waitFor();
  await page.getByRole('combobox', { name: 'From', exact: true }).selectOption('Version 1');
  await page.locator('.cm-changedLine', { hasText: 'and more' }).waitFor();
  await inspectPage(page, 'template-versions');
  await page.getByText('Settings •').click();
  await page.locator('.cm-changedLine', { hasText: 'landscape' }).waitFor();
  await page.getByText('Footer', { exact: true }).last().click();
  await page.getByText('No changes in this field.').waitFor();

  await chooseAction(page, 'version 1', 'Restore as a new draft');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore as a new draft' }).click();
  await page.getByText('Version 1 was restored as draft 4').waitFor();
  await openTab(page, 'HTML');
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>The beginning</h1>');

  await openTab(page, 'Versions');
  await chooseAction(page, 'version 2', 'Publish this version');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish this version' }).click();
  await page.getByText('Version 2 published, newest is 4').waitFor();
});

variation('a diff shows only changed lines with line numbers, until all lines are requested', async () => {
  const lines = (last: string) =>
    [...Array.from({ length: 60 }, (_, line) => `<p>line ${line + 1}</p>`), last].join('\n');
  templateId = await createDraft(team, { name: 'Long', content: lines('<p>the end</p>') });
  const page = await open();
  await write(page, HTML, lines('<p>another end</p>'));
  await save(page, 2);
  await openTab(page, 'Versions');
  const diff = page.getByRole('tabpanel', { name: 'Versions' }).locator('.cm-editor');
  await diff.getByText('57 unchanged lines').waitFor();

  /** The line numbers with the text of their lines. */
  const numbered = () =>
    diff.evaluate((root) => {
      const beside = (top: number) =>
        [...root.querySelectorAll('.cm-line')].find(
          (line) => Math.abs(line.getBoundingClientRect().top - top) < 4,
        )?.textContent;
      return [...root.querySelectorAll('.cm-lineNumbers .cm-gutterElement')]
        .filter((mark) => getComputedStyle(mark).visibility !== 'hidden' && mark.textContent !== '')
        .map((mark) => `${mark.textContent}: ${beside(mark.getBoundingClientRect().top) ?? ''}`);
    });
  await diff.scrollIntoViewIfNeeded();
  await expect
    .poll(numbered)
    .toEqual(['58: <p>line 58</p>', '59: <p>line 59</p>', '60: <p>line 60</p>', '61: <p>another end</p>']);
  await inspectPage(page, 'template-diff');

  await page.getByRole('checkbox', { name: 'Show unchanged lines' }).press('Space');
  await diff.locator('.cm-line', { hasText: /^<p>line 1<\/p>$/ }).waitFor();
  await expect.poll(() => diff.getByText('unchanged lines').count()).toBe(0);
});

variation('leaving with unsaved changes offers to stay, save or leave', async () => {
  const page = await open();
  await write(page, HTML, '<h1>Unsaved</h1>');
  const leave = () => page.getByRole('link', { name: 'Files' }).click();
  await leave();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  await expectAccessible(page, 'the confirmation');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>Unsaved</h1>');
  await leave();
  await dialog.getByRole('button', { name: 'Save draft and leave' }).click();
  await waitForPage(page, 'Files');
  await page.goBack();
  await expect.poll(() => editor(page, HTML).innerText()).toBe('<h1>Unsaved</h1>');

  await write(page, HTML, '<h1>Not worth it</h1>');
  await leave();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await waitForPage(page, 'Files');
});

variation('closing the tab with unsaved changes shows the browser’s prompt', async () => {
  const page = await open();
  await previewIsCurrent(page);
  await write(page, HTML, '<h1>Unsaved</h1>');
  await page.getByText('Unsaved changes').waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
});

test('a template is renamed, and deleted after a confirmation', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Final statement');
  await page.getByRole('button', { name: 'Rename' }).click();
  await waitForPage(page, 'Final statement');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectAccessible(page, 'the confirmation');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
});

variation('a template that cannot be saved shows the reason', async () => {
  const page = await open();
  await write(page, HTML, '<h1>{{#each items}}</h1>');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page
    .getByText(/html, line 1, column \d+: .*never closed/)
    .first()
    .waitFor();
});
