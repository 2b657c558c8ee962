import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import '../support/stores/access.ts';
import { useBrowser } from './support/browser.ts';
import { expectAccessible, inspectPage } from './support/inspect.ts';
import { newTeam, type SignedIn, type Team, theOperator } from './support/people.ts';
import { keyOf, print } from './support/printing.ts';
import { newTemplate, openTab, openTemplate, write } from './support/template-editor.ts';

/** Menus, dialogs and drawers that no flow looks at: each in both themes and on a phone. */

const browser = useBrowser();
let team: Team;
let operator: SignedIn;
beforeAll(async () => {
  team = await newTeam();
  operator = await theOperator();
  await print(await keyOf(team), { htmlContent: '<p>Kept</p>', filename: 'kept' });
  await team.owner.client.send('POST', `/workspaces/${team.workspaceId}/targets`, {
    provider: 's3',
    name: 'archive',
    bucket: 'pdfs',
    region: 'auto',
    ...inject('s3'),
  });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

/** Looks once the menu or dialog is there. */
async function lookAt(page: Page, name: string): Promise<void> {
  await page.locator('[role=dialog], [role=menu]').last().waitFor();
  await inspectPage(page, name);
}

describe('the menus of rows and the questions that they lead to', () => {
  test('a key is revoked', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner });
    // By the keyboard: a menu's first item takes the focus, and the question gives it back.
    await button(page, 'Actions for live key').press('Enter');
    await lookAt(page, 'keys-menu');
    await page.keyboard.press('Enter');
    await lookAt(page, 'keys-revoke');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Actions for live key');
  });

  test('a person is removed, or given another role', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.owner });
    await button(page, 'Actions for Chris Member').click();
    await lookAt(page, 'people-menu');
    await item(page, 'Remove').click();
    await lookAt(page, 'people-remove');
    await button(page, 'Cancel').click();
    await button(page, 'Actions for Ada Owner').click();
    await lookAt(page, 'people-only-owner');
  });

  test('a workspace gets another plan', async () => {
    const page = await browser.open('/operator', { as: operator });
    await page.getByRole('searchbox').fill('Harbour');
    await page
      .getByRole('button', { name: /^Actions for Harbour/ })
      .first()
      .click();
    await lookAt(page, 'operator-menu');
    await item(page, 'Plan, credits and quota').click();
    await lookAt(page, 'operator-account');
  });

  test('an earlier version is restored or published', async () => {
    const page = await openTemplate(browser, team, await newTemplate(team, { name: 'Versioned' }));
    await openTab(page, 'Versions');
    await button(page, 'Actions for version 1').click();
    await lookAt(page, 'template-version-menu');
    await item(page, 'Restore as a new draft').click();
    await lookAt(page, 'template-restore');
  });
});

describe('dialogs', () => {
  test('storage is removed', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/storage`, { as: team.owner });
    await button(page, 'Remove archive').click();
    await lookAt(page, 'storage-remove');
  });

  test('a file is deleted, over the drawer that it was opened in', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/files`, { as: team.owner });
    await button(page, 'kept.pdf').click();
    await button(page, 'Delete').click();
    await lookAt(page, 'files-delete');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Delete file' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog', { name: 'kept.pdf' }).isVisible()).toBe(true);
  });

  test('somebody is invited', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.owner });
    await button(page, 'Invite').click();
    await lookAt(page, 'people-invite');
  });

  test('a template is renamed, deleted, or left unsaved', async () => {
    const page = await openTemplate(browser, team, await newTemplate(team, { name: 'Looked at' }));
    await button(page, 'More about this template').click();
    await lookAt(page, 'template-menu');
    await item(page, 'Rename').click();
    await lookAt(page, 'template-rename');
    await button(page, 'Cancel').click();
    await button(page, 'More about this template').click();
    await item(page, 'Delete').click();
    await lookAt(page, 'template-delete');
    await button(page, 'Cancel').click();
    await write(page, 'HTML of the document', '<p>Unsaved</p>');
    await page.getByRole('link', { name: 'Files' }).click();
    await lookAt(page, 'template-unsaved');
  });
});

test('the navigation of a phone is a drawer in both themes', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner, width: 360, height: 740 });
  await button(page, 'Open the navigation').click();
  await lookAt(page, 'navigation');
});

test('a notification holds in both themes, and is told to who hears the page', async () => {
  const page = await browser.open('/account', { as: team.admin });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await button(page, 'Save name').click();
    const told = page.getByRole('alert').filter({ hasText: 'Your name is saved.' });
    // It stays as long as the pointer is on it.
    await told.last().hover();
    await expectAccessible(page, `notification, ${colorScheme}`);
  }
});
