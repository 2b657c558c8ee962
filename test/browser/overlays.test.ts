import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { expectAccessible, inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team, signInOperator } from './support/people.ts';
import { createKey, print } from './support/printing.ts';
import { addTarget } from './support/storage.ts';
import { createDraft, openTab, openTemplate, write } from './support/template-editor.ts';
import { LONG, variation } from '../support/thorough.ts';

/** Accessibility of menus, dialogs and drawers that other tests do not inspect. */

const browser = useBrowser();
let team: Team;
let operator: SignedIn;
beforeAll(async () => {
  team = await createTeam();
  operator = await signInOperator();
  await print(await createKey(team), { htmlContent: '<p>Kept</p>', filename: 'kept' });
  await addTarget(team, 'archive');
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

/** Waits for the menu or dialog and inspects it. */
async function inspectOverlay(page: Page, name: string): Promise<void> {
  await page.locator('[role=dialog], [role=menu]').last().waitFor();
  await inspectPage(page, name);
}

describe('menus of table rows and their dialogs', () => {
  test('a key is revoked', LONG, async () => {
    const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner });
    // By keyboard: the first menu item gets the focus, and the dialog returns it.
    await button(page, 'Actions for live key').press('Enter');
    await inspectOverlay(page, 'keys-menu');
    await page.keyboard.press('Enter');
    await inspectOverlay(page, 'keys-revoke');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Actions for live key');
  });

  variation('a person is removed, or given another role', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.owner });
    await button(page, 'Actions for Chris Member').click();
    await inspectOverlay(page, 'people-menu');
    await item(page, 'Remove').click();
    await inspectOverlay(page, 'people-remove');
    await button(page, 'Cancel').click();
    await button(page, 'Actions for Ada Owner').click();
    await inspectOverlay(page, 'people-only-owner');
  });

  variation('a workspace gets another plan', async () => {
    const page = await browser.open('/operator', { as: operator });
    await page.getByRole('searchbox').fill('Harbour');
    await page
      .getByRole('button', { name: /^Actions for Harbour/ })
      .first()
      .click();
    await inspectOverlay(page, 'operator-menu');
    await item(page, 'Plan, credits and quota').click();
    await inspectOverlay(page, 'operator-account');
  });

  variation('an earlier version is restored or published', async () => {
    const page = await openTemplate(browser, team, await createDraft(team, { name: 'Versioned' }));
    await openTab(page, 'Versions');
    await button(page, 'Actions for version 1').click();
    await inspectOverlay(page, 'template-version-menu');
    await item(page, 'Restore as a new draft').click();
    await inspectOverlay(page, 'template-restore');
  });
});

describe('dialogs', () => {
  test('storage is removed', LONG, async () => {
    const page = await browser.open(`/w/${team.workspaceId}/storage`, { as: team.owner });
    await button(page, 'Remove archive').click();
    await inspectOverlay(page, 'storage-remove');
  });

  variation('a file is deleted, over the drawer that it was opened in', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/files`, { as: team.owner });
    await button(page, 'kept.pdf').click();
    await button(page, 'Delete').click();
    await inspectOverlay(page, 'files-delete');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Delete file' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('dialog', { name: 'kept.pdf' }).isVisible()).toBe(true);
  });

  variation('somebody is invited', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.owner });
    await button(page, 'Invite').click();
    await inspectOverlay(page, 'people-invite');
  });

  variation('a template is renamed, deleted, or left unsaved', async () => {
    const page = await openTemplate(browser, team, await createDraft(team, { name: 'Looked at' }));
    await button(page, 'More actions').click();
    await inspectOverlay(page, 'template-menu');
    await item(page, 'Rename').click();
    await inspectOverlay(page, 'template-rename');
    await button(page, 'Cancel').click();
    await button(page, 'More actions').click();
    await item(page, 'Delete').click();
    await inspectOverlay(page, 'template-delete');
    await button(page, 'Cancel').click();
    await write(page, 'HTML of the document', '<p>Unsaved</p>');
    await page.getByRole('link', { name: 'Files' }).click();
    await inspectOverlay(page, 'template-unsaved');
  });
});

variation('the navigation drawer of a phone is accessible', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner, width: 360, height: 740 });
  await button(page, 'Open the navigation').click();
  await inspectOverlay(page, 'navigation');
});

variation('a notification is accessible in both themes and announced to screen readers', async () => {
  const page = await browser.open('/account', { as: team.admin });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await button(page, 'Save name').click();
    const notification = page.getByRole('alert').filter({ hasText: 'Your name was saved.' });
    // It stays while the pointer is on it. The event comes before the pointer, which waits until nothing moves.
    await notification.last().dispatchEvent('mouseover');
    await notification.last().hover();
    await expectAccessible(page, `notification, ${colorScheme}`);
  }
});
