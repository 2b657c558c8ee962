import type { Locator, Page } from 'playwright-core';
import type { Credentials } from './console-client.ts';

/** What users do on several pages. */

/** Waits for the page with this heading. */
export const waitForPage = (page: Page, heading: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: heading }).waitFor();

export async function signIn(page: Page, { email, password }: Omit<Credentials, 'name'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Fills in the fields of a new account, on the setup page or for an invitation. */
export async function fillNewAccount(page: Page, { name, email, password }: Credentials): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
}

/** Chooses an item from the menu of a table row. */
export async function chooseAction(page: Page, row: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function revokeKey(page: Page, name: string): Promise<void> {
  await chooseAction(page, name, 'Revoke Key');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Key' }).click();
}

/** Opens the dialog that creates a key and fills in the name. */
export async function startKey(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  return dialog;
}

export const submitKey = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Create key' }).click();

/** The path of an invitation link, as `TestBrowser.open` takes it. */
export const toDashboardPath = (link: string): string => new URL(link).pathname.replace('/dashboard', '');
