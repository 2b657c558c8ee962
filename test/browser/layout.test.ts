import { beforeAll, expect, test } from 'vitest';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { expectAccessible, inspectDocument, inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeAll(async () => {
  team = await createTeam();
});

const focusedText = 'document.activeElement?.textContent';

test('the first Tab reaches a link that skips the navigation', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner });
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(focusedText)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

variation('following a link sets the document title and moves the focus to the heading', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner });
  expect(await page.title()).not.toContain('People');
  await page.getByRole('link', { name: 'People' }).click();
  await waitForPage(page, 'People');
  expect(await page.title()).toBe('People · Platen');
  await page.waitForFunction(`${focusedText} === 'People'`);
  const current = page.getByRole('navigation').locator('[aria-current=page]');
  await expect.poll(() => current.allInnerTexts()).toEqual(['People']);
});

variation('the colour scheme that the user chooses is kept', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.owner });
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
  expect(await scheme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  await page.getByRole('button', { name: 'Colours: system' }).click();
  await expectAccessible(page, 'colour menu, dark');
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  expect(await scheme()).toBe('light');
  await page.reload();
  await page.getByRole('button', { name: 'Colours: light' }).waitFor();
  expect(await scheme()).toBe('light');
});

variation('on a phone the navigation is a drawer that closes when a page is chosen', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/keys`, { as: team.owner, width: 360, height: 740 });
  await expect.poll(() => page.getByRole('link', { name: 'People' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expectAccessible(page, 'drawer');
  await drawer.getByRole('link', { name: 'People' }).click();
  await drawer.waitFor({ state: 'detached' });
  await waitForPage(page, 'People');
});

variation('an unknown path shows an error page', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/pages-of-old`, { as: team.owner });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await inspectDocument(page, 'not-found');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await waitForPage(page, 'Usage');
});

test('the account menu and the workspace menu are accessible', LONG, async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.owner });
  await page.getByRole('button', { name: 'Account: Ada Owner' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).waitFor();
  await inspectPage(page, 'account-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Workspace: Harbour Press' }).click();
  await page.getByRole('menuitemradio', { name: /Harbour Press/ }).waitFor();
  await inspectPage(page, 'workspace-menu');
});
