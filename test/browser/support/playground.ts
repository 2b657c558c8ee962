import type { Locator, Page } from 'playwright-core';

export const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send request' }).click();

/** The card that shows the response. */
export const response = (page: Page): Locator => page.getByRole('region', { name: 'Response', exact: true });

/** Opens a tab of the request: `HTML`, `Data`, `Page`. */
export const openRequestTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tablist', { name: 'Parts of the request' }).getByRole('tab', { name }).click();

/** Shows the options as JSON, or as a form. */
export async function showOptionsAs(page: Page, view: 'Form' | 'JSON'): Promise<void> {
  await openRequestTab(page, 'Page');
  await page.getByRole('radiogroup', { name: 'How to edit the options' }).getByText(view).click();
}
